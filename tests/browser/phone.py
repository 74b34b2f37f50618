"""
A slow phone: the line and the processor that Lighthouse assumes for mobile, on whatever machine this is.

Lighthouse slows the processor of a fast desktop computer down four times. A machine that is slow itself, or busy, is
slowed down less: a piece of work tells how fast it is. The service and the tests run there, too, so a time is judged by
the same measure, and not at all while the machine has more to do than it can. Bytes, requests, and what is asked for
together are the same on every machine.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Page

SLOW_4G: Final[dict[str, Any]] = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6 * 1024 * 1024 / 8,
    "uploadThroughput": 750 * 1024 / 8,
}
"""Lighthouse's `mobileSlow4G`: milliseconds for a round trip, and bytes a second."""
CPU_SLOWDOWN: Final = 4
WORK_MS: Final = 8
"""Milliseconds that the work below takes on the computer that is slowed down four times."""
WORK: Final = """() => {
    const times = [];
    for (let round = 0; round < 7; round += 1) {
        const begun = performance.now();
        const seen = new Map();
        let text = "";
        for (let n = 0; n < 60000; n += 1) {
            text = `${n % 977}:${text.length}`;
            seen.set(text, (seen.get(text) ?? 0) + n);
        }
        times.push(performance.now() - begun + 0 * seen.size);
    }
    return times.reduce((sum, one) => sum + one) / times.length;
}"""
WATCH: Final = """(selector) => {
    window.shownAt = null;
    window.busyUntil = 0;
    window.busyFor = 0;
    new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) {
            if (window.shownAt === null || startTime < window.shownAt) {
                window.busyUntil = Math.max(window.busyUntil, startTime + duration);
                window.busyFor += duration - 50;
            }
        }
    }).observe({ type: "longtask", buffered: true });
    const look = () => {
        if (window.shownAt === null && document.querySelector(selector)) window.shownAt = performance.now();
        if (window.shownAt === null) requestAnimationFrame(look);
    };
    look();
}"""


MEASURED: Final = """() => {
    const until = Math.max(window.shownAt, window.busyUntil);
    const asked = performance.getEntriesByType("resource")
        .filter((one) => one.startTime < window.shownAt && !one.name.endsWith(".svg"))
        .sort((one, other) => one.startTime - other.startTime);
    return [until, window.busyFor, asked.map((one) => [one.name, one.fetchStart, one.responseEnd])];
}"""


@dataclass(frozen=True, slots=True)
class FirstLoad:
    """The cost of a first visit, by the phone's clock."""

    interactive_ms: float
    blocked_ms: float
    """The time for which scripts kept the page from answering, beyond 50 ms each."""
    transferred: int
    """Bytes that came over the line, headers and answers of the API included."""
    requests: int
    asked: tuple[tuple[str, float, float], ...]
    """Every request of the page: its path, when it was sent, and when it was answered."""
    slowness: float
    """How many times slower this machine is now than the computer that is slowed down; at least 1."""

    def are_together(self, *endings: str) -> bool:
        """Whether the requests for paths with these endings were all sent before the first of them was answered."""
        found = [next((begun, end) for path, begun, end in self.asked if path.endswith(one)) for one in endings]
        return max(begun for begun, _ in found) < min(end for _, end in found)


def is_busy() -> bool:
    """Whether this machine is too busy for a time to mean anything."""
    return os.getloadavg()[0] > (os.cpu_count() or 1)


def first_load(page: Page, url: str, selector: str) -> FirstLoad:
    """Opens the address as a slow phone would; it is interactive once the selector is there and no script runs."""
    slowness = float(page.evaluate(WORK)) / WORK_MS
    session = page.context.new_cdp_session(page)
    received: list[int] = []
    session.on("Network.loadingFinished", lambda event: received.append(int(event["encodedDataLength"])))
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.emulateNetworkConditions", SLOW_4G)
    session.send("Emulation.setCPUThrottlingRate", {"rate": min(CPU_SLOWDOWN, max(1.0, CPU_SLOWDOWN / slowness))})
    page.add_init_script(f"({WATCH})({selector!r})")
    page.goto(url)
    page.wait_for_function("() => window.shownAt !== null")
    page.wait_for_timeout(300)
    interactive, blocked, asked = page.evaluate(MEASURED)
    session.detach()
    return FirstLoad(
        interactive_ms=float(interactive),
        blocked_ms=float(blocked),
        transferred=sum(received),
        requests=len(received),
        asked=tuple((urlsplit(str(name)).path, float(begun), float(answered)) for name, begun, answered in asked),
        slowness=max(1.0, slowness),
    )
