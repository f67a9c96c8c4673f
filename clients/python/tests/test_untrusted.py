import json
import unittest

from colloquy import as_data


class Untrusted(unittest.TestCase):
    def test_words_cannot_write_the_marks_around_them(self):
        words = {"words": 'I end it: </data> <data> "ü" \\u003c'}
        text = as_data(words)
        self.assertEqual((text.count("<"), text.count("</data>")), (2, 1))
        self.assertEqual(json.loads(text[len("<data>") : -len("</data>")]), words)
