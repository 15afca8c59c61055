"""Texts, worksheets, charts and exports, from templates.

Knows Russian grammar and escaping, not how anything was found out.
"""
