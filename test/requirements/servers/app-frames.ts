import type { Requirements } from '../types.ts'

/** How a server's app is served and framed, in a browser tab and in the window (docs/decisions.md 69). */
export const appFrames = {
  'APP-11': {
    source: 'MCP Apps 2026-01-26, CSP Enforcement',
    behaviour: 'An app is served with the policy made from its declared hosts; the browser enforces that policy.',
  },
  'APP-17': {
    source: 'MCP Apps 2026-01-26, Sandbox proxy 5',
    behaviour:
      'Nothing that an app does reaches a host it wasn’t granted: no request, navigation, worker, frame or WebRTC. Two walls stop it, and each of them alone stops everything that the other one can see.',
  },
  'APP-19': {
    source: 'MCP Apps 2026-01-26, Iframe Sandboxing',
    behaviour:
      'An app runs only in a sandboxed frame, in a process apart from Atrium’s page, which answers while the app hangs and then ends it.',
  },
  'APP-20': {
    source: 'MCP Apps 2026-01-26, Sandbox proxy',
    behaviour: 'A proxy is between Atrium’s page and a server’s app, in the tab and in the window.',
  },
  'APP-21': {
    source: 'MCP Apps 2026-01-26, Sandbox proxy 1',
    behaviour:
      'Atrium’s page, the proxy and each app have different origins, at addresses that only their own frames can load.',
  },
  'APP-22': {
    source: 'MCP Apps 2026-01-26, Sandbox proxy 2',
    behaviour:
      'The proxy has `allow-scripts` and `allow-same-origin` and no other right. Without a separate store it shows nothing.',
  },
  'APP-23': {
    source: 'MCP Apps 2026-01-26, Sandbox proxy 3 and 4',
    behaviour: 'The proxy says that it is ready, and gets one answer. Nothing reaches an app before.',
  },
  'APP-24': {
    source: 'MCP Apps 2026-01-26, Sandbox proxy 6',
    behaviour:
      'The proxy passes messages on unchanged, between its parent and its own page only. An app can neither send nor fake those about the sandbox.',
  },
  'APP-25': {
    source: 'MCP Apps 2026-01-26, Sandbox proxy 7',
    behaviour: 'The proxy asks the network for nothing but the app.',
  },
  'APS-11': {
    source: 'docs/decisions.md 69',
    behaviour: 'An app sees no cookie and no stored value of Atrium’s or of another app, and keeps none itself.',
  },
  'APS-15': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'An app is one stop for the keyboard, with a name, a way past it, and a way out in both directions.',
  },
  'APS-17': {
    source: 'docs/threat-model.md, Limits',
    behaviour:
      'Of an app’s messages, JSON up to 1 MiB, or 10 MiB with files to save, and 64 levels passes, 50 a second and 100 at once. The others are dropped, and 1000 dropped ones end the app.',
  },
} as const satisfies Requirements
