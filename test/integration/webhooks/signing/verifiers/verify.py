"""Verifies webhook deliveries with nothing but the standard library.

Reads one JSON object per line (see ../vectors.test.ts) and answers "X-Service-Signature webhook-signature" as true or false each.
"""
import base64
import hashlib
import hmac
import json
import sys


def service(secret, timestamp, body, signature):
    mac = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256)
    return hmac.compare_digest("sha256=" + mac.hexdigest(), signature)


def standard(secret, message_id, timestamp, body, signatures):
    key = base64.b64decode(secret[6:]) if secret.startswith("whsec_") else secret.encode()
    mac = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256)
    expected = "v1," + base64.b64encode(mac.digest()).decode()
    return any(hmac.compare_digest(expected, each) for each in signatures.split(" "))


for line in sys.stdin:
    v = json.loads(line)
    body = base64.b64decode(v["body"])
    answers = (
        service(v["secret"], v["timestamp"], body, v["service_signature"]),
        standard(v["secret"], v["id"], v["timestamp"], body, v["standard_signature"]),
    )
    print(*("true" if each else "false" for each in answers))
