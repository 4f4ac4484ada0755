"""Queries as people type them: any case, accents, script, order and signs, words run together."""

from __future__ import annotations

import pytest

from readq.search import JumpEntry, JumpIndex

TITLES = (
    "Attention transfer networks for samples",
    "A",
    "On",
    "AI",
    "T",
    "Schrödinger bridges for flow matching",
    "Łódź traffic data",
    "Ørsted wind models",
    "Phân tích dữ liệu mẫu",
    "Straße graphs",
    "BERT for samples",
    "Filbert trees",
    "The hello effect in a slightly long title",
    "The hallo effect in a title",
    "résumé parsing with language models",
    "Re\u0301sume\u0301 screening at scale",
    "학습 이론 입문",
    "C++ templates for neural code",
    "C# and F# compared",
    "What is [MASK]? Token recovery",
    "Q*: search with learned heuristics",
    "The $\\ell_1$ norm and (sparse) codes",
    "R\xb2 is not enough",
    "GPT-4V(ision) is a generalist web agent",
    "ImageNet-1K training in 1 hour",
    "Обучение роботов подкреплением",
    "深度强化学习综述",
    "深度学习框架",
    "ニューラルネットワークの圧縮",
    "Tối ưu hóa lồi",
    "\u0391\u03bb\u03b3\u03cc\u03c1\u03b9\u03b8\u03bc\u03bf\u03b9 \u03bc\u03b7\u03c7\u03b1\u03bd\u03b9\u03ba\u03ae\u03c2 \u03bc\u03ac\u03b8\u03b7\u03c3\u03b7\u03c2",
    "تعلم الآلة العميق",
    "मशीन लर्निंग का परिचय",
    "การเรียนรู้ของเครื่อง",
    "NeRF in the wild: neural radiance fields",
    "Mixture of experts: a survey",
    "Experts in a mixture of opinions",
    "State-of-the-art text-to-speech",
    "Text, speech, and the state of the arts",
    "co-training and cotraining compared",
    "Kullback\u2013Leibler divergence bounds",
    "Erd\u0151s\u2013R\xe9nyi graphs",
    "naïve Bayes revisited",
    "The Poincaré embedding",
    "Fréchet inception distance",
    "ReLU networks are universal",
    "A reluctant learner",
    "DALL·E 2 and beyond",
    "l\u2019apprentissage par renforcement",
    "L2 regularisation",
    "İstanbul air quality",
    "Çok dilli modeller",
    "Ågren's ætiology",
    "Œuvre ordering",
    "Ⅳ phases of training",
    "\ufb01ne-tuning \ufb02ows",
    "\uff26\uff55\uff4c\uff4c\uff57\uff49\uff44\uff54\uff48 titles matter",
    "\U0001d401\U0001d428\U0001d425\U0001d41d claims in abstracts",
    "H\u2082O: heavy hitter oracle",
    "x\xb2 + y\xb2 = z\xb2 learning",
    "Don't stop pretraining",
    "Dont look up",
    "\u03b2-VAE disentanglement",
    "Beta distributions",
    "\u03b1-stable noise in SGD",
    "O(n log n) attention",
    "100% accuracy is a lie",
    "50 shades of overfitting",
    "“Why should I trust you?” explaining predictions",
    "Learning to learn by gradient descent by gradient descent",
    "Learning by descent",
)  # fmt: skip

ASKED = {
    "transfer attention": "Attention transfer networks for samples",
    "SCHRÖDINGER": "Schrödinger bridges for flow matching",
    "phan tich du lieu": "Phân tích dữ liệu mẫu",
    "STRASSE": "Straße graphs",
    "학습": "학습 이론 입문",
    "c++": "C++ templates for neural code",
    "c#": "C# and F# compared",
    "f#": "C# and F# compared",
    "[mask]": "What is [MASK]? Token recovery",
    "q*": "Q*: search with learned heuristics",
    "ell_1": "The $\\ell_1$ norm and (sparse) codes",
    "(sparse) codes": "The $\\ell_1$ norm and (sparse) codes",
    "r2": "R\xb2 is not enough",
    "gpt4v": "GPT-4V(ision) is a generalist web agent",
    "gpt-4v": "GPT-4V(ision) is a generalist web agent",
    "imagenet1k": "ImageNet-1K training in 1 hour",
    "роботов обучение": "Обучение роботов подкреплением",
    "подкрепл": "Обучение роботов подкреплением",
    "强化学习": "深度强化学习综述",
    "框架 学习": "深度学习框架",
    "ネットワーク": "ニューラルネットワークの圧縮",
    "toi uu hoa": "Tối ưu hóa lồi",
    "ΑΛΓΟΡΙΘΜΟΙ": "\u0391\u03bb\u03b3\u03cc\u03c1\u03b9\u03b8\u03bc\u03bf\u03b9 \u03bc\u03b7\u03c7\u03b1\u03bd\u03b9\u03ba\u03ae\u03c2 \u03bc\u03ac\u03b8\u03b7\u03c3\u03b7\u03c2",
    "الالة": "تعلم الآلة العميق",
    "लर्निंग": "मशीन लर्निंग का परिचय",
    "เรียนรู้": "การเรียนรู้ของเครื่อง",
    "wild nerf": "NeRF in the wild: neural radiance fields",
    "cotraining": "co-training and cotraining compared",
    "kullback-leibler": "Kullback\u2013Leibler divergence bounds",
    "erdos renyi": "Erd\u0151s\u2013R\xe9nyi graphs",
    "dalle": "DALL·E 2 and beyond",
    "dall-e 2": "DALL·E 2 and beyond",
    "l'apprentissage": "l\u2019apprentissage par renforcement",
    "istanbul": "İstanbul air quality",
    "cok dilli": "Çok dilli modeller",
    "aetiology": "Ågren's ætiology",
    "oeuvre": "Œuvre ordering",
    "iv phases": "Ⅳ phases of training",
    "finetuning": "\ufb01ne-tuning \ufb02ows",
    "fullwidth": "\uff26\uff55\uff4c\uff4c\uff57\uff49\uff44\uff54\uff48 titles matter",
    "bold claims": "\U0001d401\U0001d428\U0001d425\U0001d41d claims in abstracts",
    "h2o": "H\u2082O: heavy hitter oracle",
    "dont stop": "Don't stop pretraining",
    "don\u2019t stop": "Don't stop pretraining",
    "\u03b2 vae": "\u03b2-VAE disentanglement",
    "O(n log n)": "O(n log n) attention",
    "nlogn": "O(n log n) attention",
    "100%": "100% accuracy is a lie",
    "trust you why": "“Why should I trust you?” explaining predictions",
    "(((bert)))": "BERT for samples",
    "^bert$": "BERT for samples",
    "*bert*": "BERT for samples",
    "[/]bert[/]": "BERT for samples",
    "%s bert": "BERT for samples",
    "stateoftheart": "State-of-the-art text-to-speech",
    "texttospeech": "State-of-the-art text-to-speech",
    "whyshouldi": "“Why should I trust you?” explaining predictions",
    "gradientdescentby": "Learning to learn by gradient descent by gradient descent",
}  # fmt: skip


@pytest.fixture(scope="module")
def index() -> JumpIndex:
    return JumpIndex(JumpEntry(str(n), title) for n, title in enumerate(TITLES))


@pytest.mark.parametrize("query", ASKED)
def test_the_title_one_means_comes_first(index: JumpIndex, query: str) -> None:
    assert index.search(query)[0].title == ASKED[query]


@pytest.mark.parametrize("query", ["atr tnt", "lrnng dscnt", "srchlrnd", "outofthe", "nlogq"])
def test_scattered_letters_find_nothing(index: JumpIndex, query: str) -> None:
    assert not index.search(query)


def test_a_word_that_comes_twice_is_found_where_it_fits_the_others() -> None:
    wanted = (
        "Boost Supervised Pretraining: Implications of Self-Supervised Contrastive Representation"
    )
    other = "Contrastive Representation for Self-Supervised Taxonomy"
    index = JumpIndex([JumpEntry("a", wanted), JumpEntry("b", other)])
    for query in ("supervised contrastive representation", "spuervised contrastive representation"):
        hit = index.search(query)[0]
        assert hit.title == wanted
        assert [wanted[start:end] for start, end in hit.spans] == [
            "Supervised", "Contrastive", "Representation"
        ]  # fmt: skip
        assert hit.spans[0][0] > wanted.index("Self")


def test_the_end_of_a_word_is_found_however_many_words_end_so() -> None:
    letters = "abcdefghijklmnopqrstuvwxyz"
    many = [f"A{one}{two}tion as Reinforcement" for one in letters for two in letters]
    wanted = "Zoo Recognition as Reinforcement Learning"
    index = JumpIndex(JumpEntry(str(n), title) for n, title in enumerate([*many, wanted]))
    assert index.search("nition as reinforcement l")[0].title == wanted


def test_words_run_together_are_marked_one_by_one(index: JumpIndex) -> None:
    hit = index.search("texttospeech")[0]
    shown = [hit.title[start:end] for start, end in hit.spans]
    assert "".join(shown).replace("-", "") == "texttospeech"
