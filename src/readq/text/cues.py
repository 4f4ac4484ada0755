# ruff: noqa: RUF001
"""The words by which abstracts announce, use and compare names."""

from __future__ import annotations


def _words(listing: str) -> frozenset[str]:
    return frozenset(listing.split())


def _forms(listing: str) -> frozenset[str]:
    """Verbs with their third person, past and -ing forms."""
    forms: set[str] = set()
    for verb in listing.split():
        stem = verb.removesuffix("e")
        forms |= {verb, verb + "s", stem + "ed", stem + "ing"}
    return frozenset(forms)


SUBJECTS = _words("we paper work article study authors thesis letter report")
ANNOUNCING = _forms(
    "propose introduce present develop design release construct create devise unveil implement curate contribute"
    " offer describe formulate suggest provide collect call term dub name coin establish"
) | _words("build builds built building")
NAMING = _words("called named termed dubbed coined namely titled entitled")
NAMING_ACTIVE = _words("call term name dub coin calls terms names dubs coins")
PASSIVE = _words("proposed presented introduced developed")
BE = _words("is are was were")

PREPOSITIONS = _words(
    "of on for in from with using by via under to against over than like as into across and through within upon"
)
ARTICLES = _words("the a an our")
ENUMERATORS = _words(
    "first second third fourth firstly secondly thirdly module modules component components stage"
)
QUOTES = frozenset("\"“”‘’'`*")
OPENERS = QUOTES | {"("}
POINTING = frozenset(",(:—–-")

_KINDS = (
    "framework method model approach algorithm system dataset benchmark corpus architecture network module library"
    " toolkit tool platform pipeline technique paradigm mechanism strategy scheme metric loss objective layer optimizer"
    " optimiser estimator procedure protocol suite agent parser robot simulator environment solver planner controller"
    " formulation representation embedding attack defense defence language resource task measure package solution"
    " learner classifier detector tracker generator decoder encoder transformer scorer variant family theory"
    " concept notion principle law index criterion test baseline engine toolbox testbed challenge score sampler"
    " set retriever attention operator kernel policy prior game interface plugin recipe compiler"
)
KINDS = (
    _words(_KINDS)
    | {k + "s" for k in _KINDS.split()}
    | {"policies", "strategies", "families", "losses", "theories"}
)
RESOURCES = _words(
    "library framework dataset benchmark tool toolkit toolbox system platform package corpus robot simulator suite"
    " engine environment"
)
DATA_RESOURCES = _words("benchmark benchmarks dataset datasets corpus bench data")

VERBS = _words(
    "is are was has can does employs uses utilizes leverages learns consists provides enables reduces allows combines"
    " integrates adopts introduces exploits incorporates generates shows yields surpasses significantly consistently"
    " first also not directly effectively jointly then predicts maintains supports works runs requires builds takes"
    " extends captures trains produces attains demonstrates obtains performs contains includes covers comprises"
    " features models treats decomposes constructs explicitly offers addresses operates scales exhibits outperforms"
    " achieves improves successfully substantially further"
)
BEATING = _words(
    "outperforms outperform achieves achieve surpasses improves reduces consistently significantly attains"
)
SHOWING = _words(
    "show shows demonstrate demonstrates find suggest indicate indicates confirm confirms reveal reveals validate prove verify"
)
VALUE_OF = _words(
    "effectiveness performance superiority efficacy utility advantage advantages benefit benefits robustness validity power"
)
EVALUATING = _words(
    "evaluate validate apply applying test instantiate implement demonstrate evaluating"
)
OTHERS = _words(
    "like including over than outperform outperforms outperforming against baseline baselines versus vs on dataset datasets"
    " unlike existing popular recent standard to prior previous"
)
SUCH_AS = {("such", "as"), ("compared", "with"), ("compared", "to"), ("e.g", "."), ("of", "models")}
COMPONENT_VERBS = _words(
    "integrates integrate incorporates incorporate employs employ introduces comprises features"
)
OWN_SUBJECTS = _words("our it method framework approach model system algorithm this we")

AIM_VERBS = _words(
    "address tackle overcome solve bridge mitigate resolve remedy alleviate fill close handle"
)
SENTENCE_STARTERS = _words(
    "It This That These Our We In On The They Its Firstly First Second Third Comprehensive Specifically However"
    " Moreover Models Model Learning Language Large Deep Block Interaction Furthermore Additionally Finally Extensive"
    " Experiments Results Code Our Their There Here When While Although Despite Unlike To For By With From As If"
)
CONCEPT_ENDS = _words(
    "hypothesis theory theorem conjecture principle law laws problem paradox dilemma effect phenomenon"
)
