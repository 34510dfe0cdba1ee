"""OpenSpiel brings a log of its own (absl), which closes the stream it started with when Django sets up logging.

Under pytest that is the current capture, so everything after it would be lost.
"""

import sys

from absl import logging

logging.get_absl_handler().python_handler.stream = sys.__stderr__
