"""Reads statements as a JSON list and prints what sqlglot makes of each: Superset sends that, and not what was written."""
import json
import sys

import sqlglot

print(json.dumps([sqlglot.transpile(sql, read="postgres", write="postgres", pretty=True) for sql in json.load(sys.stdin)]))
