"""Drafts of what goes to one player, and of the posts that open a game: records in, texts out."""

from __future__ import annotations

from reports.drafts import Texts
from reports.letters import (
    Announcement,
    DiceProof,
    EarlyCall,
    Letter,
    PrivateAnswer,
    Seal,
    SignupList,
    TopicOpening,
    Why,
)
from reports.spans import Draft


class PersonalTexts(Texts):
    """The texts of one game beside its results; a GM's folder of templates comes first here, too.

    Every method raises TemplateError when the GM's template is broken.
    """

    def signup(self, signup: SignupList) -> Draft:
        """Who plays, who is on the reserve list, who is refused and why (Г6.1)."""
        return self._renderer.render("signup", signup=signup)

    def seal(self, seal: Seal) -> Draft:
        """What is published before the roles are dealt by sealed dice (D3)."""
        return self._renderer.render("seal", seal=seal)

    def proof(self, proof: DiceProof) -> Draft:
        """What is published after the game: the seed, and how to check every draw (D3)."""
        return self._renderer.render("proof", proof=proof)

    def letter(self, letter: Letter) -> Draft:
        """The letter with the role. Secret."""
        return self._renderer.render("letter", letter=letter)

    def game_topic(self, topic: TopicOpening) -> Draft:
        """The first post of the game topic."""
        return self._renderer.render("game_topic", topic=topic)

    def vote_topic(self, topic: TopicOpening) -> Draft:
        """The first post of the vote topic."""
        return self._renderer.render("vote_topic", topic=topic)

    def answer(self, answer: PrivateAnswer) -> Draft:
        """A private word to one player about a night. Secret."""
        return self._renderer.render("answer", answer=answer)

    def announce(self, vote: Announcement) -> Draft:
        """The sentence with which the GM passes a vote on (V14)."""
        return self._renderer.render("announce", vote=vote)

    def early_call(self, call: EarlyCall) -> Draft:
        """The call to close a day early (V8)."""
        return self._renderer.render("early_call", call=call)

    def why(self, why: Why) -> Draft:
        """What became of a player's votes, for that player."""
        return self._renderer.render("why", why=why)
