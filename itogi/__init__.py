"""The application: command line, game folder, watch, publishing, web desk. No rules and no HTML of its own."""
