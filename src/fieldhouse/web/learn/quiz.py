"""Five questions after a lesson. Nothing is saved: the answers are in the address."""

from __future__ import annotations

import msgspec
from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template
from litestar.types import ControllerRouterHandler

from fieldhouse.kernel.tutorials.lesson import Lesson, QuizQuestion
from fieldhouse.web.learn.lessons import find_lesson
from fieldhouse.web.middleware.auth import Req


class QuizItem(msgspec.Struct, frozen=True):
    """A question with the number of the answer that was chosen, if any."""

    question: QuizQuestion
    chosen: int | None

    @property
    def correct(self) -> bool:
        """True if the right answer was chosen."""
        return self.chosen == self.question.right


class QuizPage(msgspec.Struct, frozen=True):
    """The quiz of a game, before or after it was handed in."""

    name: str
    title: str
    items: tuple[QuizItem, ...]
    done: bool

    @property
    def score(self) -> int:
        """How many answers were right."""
        return sum(item.correct for item in self.items)


def build_quiz_page(name: str, title: str, lesson: Lesson, chosen: dict[str, str]) -> QuizPage:
    """The quiz with what was chosen: `q1` to `q5` by number, from 0. Anything else is no answer."""
    items = []
    for number, question in enumerate(lesson.quiz, start=1):
        text = chosen.get(f"q{number}", "")
        picked = int(text) if text in map(str, range(len(question.answers))) else None
        items.append(QuizItem(question, picked))
    return QuizPage(name, title, tuple(items), done=any(item.chosen is not None for item in items))


@get("/learn/{game:str}/quiz", include_in_schema=False)
async def quiz_page(request: Req, game: FromPath[str]) -> Template:
    """Ask the questions, or show which answers were right and why."""
    folder, lesson = find_lesson(game)
    if not lesson.quiz:
        raise NotFoundException(f"{folder.meta.title} has no quiz yet")
    page = build_quiz_page(folder.name, folder.meta.title, lesson, dict(request.query_params))
    return Template("learn/quiz.html", context={"page": page})


HANDLERS: list[ControllerRouterHandler] = [quiz_page]
