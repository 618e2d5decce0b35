"""A receiver of webhooks with nothing but Python 3.9 or newer.

WEBHOOK_SECRETS=whsec_... PORT=4000 python3 webhook_receiver.py
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# During a rotation both, parted by a comma.
SECRETS = [part for part in os.environ.get("WEBHOOK_SECRETS", "").split(",") if part]
TOLERANCE_S = 5 * 60
MAX_BYTES = 64 * 1024

if not SECRETS:
    raise SystemExit("Set WEBHOOK_SECRETS")

# In a real shop: a table with a unique id, written in the transaction that does the work.
seen = set()


def is_genuine(headers, body):
    """Over the bytes as they came: parsing and writing JSON again would change them."""
    event_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not (timestamp.isascii() and timestamp.isdigit()):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    content = f"{event_id}.{timestamp}.".encode() + body
    given = [
        part[3:].encode()
        for part in headers.get("webhook-signature", "").split(" ")
        if part.startswith("v1,")
    ]
    for secret in SECRETS:
        key = base64.b64decode(secret[len("whsec_"):])
        expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, each) for each in given):
            return True
    return False


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length") or 0)
        if length > MAX_BYTES:
            self.send_error(413)
            return
        body = self.rfile.read(length)
        genuine = is_genuine(self.headers, body)
        # Answered before the work, so that slow work is no failed delivery.
        self.send_response(204 if genuine else 401)
        self.end_headers()
        event_id = self.headers.get("webhook-id")
        if not genuine or event_id in seen:
            return
        seen.add(event_id)
        event = json.loads(body)
        kind = event.get("eventType") or event.get("type")
        print(json.dumps({"type": kind, "id": event["data"].get("id")}), flush=True)

    def log_message(self, *_):
        """Nothing but the events is printed."""


server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4000"))), Receiver)
print(f"listening {server.server_address[1]}", flush=True)
server.serve_forever()
