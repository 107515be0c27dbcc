import type { Requirements } from '../types.ts'

/** The way out to other computers, by a company's proxy or without one (docs/decisions.md 110). */
export const network = {
  'NET-1': {
    source: 'docs/decisions.md 110',
    behaviour: 'Every request to another computer has a route with a reason, and no module has a way out of its own.',
  },
  'NET-2': {
    source: 'docs/decisions.md 110',
    behaviour:
      'Models, servers at a URL, sealed servers’ hosts, registries, bundles and the look for releases take the same route to the same origin.',
  },
  'NET-3': {
    source: 'docs/decisions.md 110',
    behaviour: 'Nothing for this computer goes to a proxy, however its name is written.',
  },
  'NET-4': {
    source: 'docs/decisions.md 110; RFC 9110, 9.3.6',
    behaviour:
      'A written-out address where no server is allowed is refused before any proxy is asked, also as a proxy. A proxy that opens a tunnel is told the target and nothing else.',
  },
  'NET-5': {
    source: 'docs/threat-model.md',
    behaviour: 'A host that a server named is looked up here too, and refused if it leads inside.',
  },
  'NET-6': {
    source: 'docs/decisions.md 110',
    behaviour:
      'Only the system’s own answer allows to go around its proxies, and never for hosts that servers named. A proxy that can’t be used isn’t gone around.',
  },
  'NET-7': {
    source: 'docs/decisions.md 110',
    behaviour:
      'The variables that name proxies and exceptions are read in every common dialect; the lower case counts first.',
  },
  'NET-8': {
    source: 'Electron: api/session.md, resolveProxy',
    behaviour:
      'The system’s answer is read as a PAC file’s, bounded; an entry that isn’t a host and port is no answer.',
  },
  'NET-9': {
    source: 'Electron: resolve_proxy_helper.cc, ResolveProxy',
    behaviour:
      'The window asks the system for the proxy of each origin, and never goes directly if the system has no answer.',
  },
  'NET-10': {
    source: 'docs/decisions.md 110',
    behaviour: 'A changed setting applies to the next request.',
  },
  'NET-11': {
    source: 'RFC 7617',
    behaviour:
      'A proxy’s password goes to that proxy alone, after it asked, and is in no message, event or other request.',
  },
  'NET-12': {
    source: 'RFC 7617',
    behaviour: 'A refused password isn’t sent again.',
  },
  'NET-13': {
    source: 'RFC 9110, 9.3.6',
    behaviour: 'What a proxy answers to a request for a tunnel is never read as the server’s.',
  },
  'NET-14': {
    source: 'docs/decisions.md 110',
    behaviour:
      'Whatever a proxy does, a request ends by a limit or a clock, with a sentence, and frees its connection.',
  },
  'NET-15': {
    source: 'docs/decisions.md 101',
    behaviour: 'Certificates count that the system trusts, as do those of Node.js and of NODE_EXTRA_CA_CERTS.',
  },
  'NET-18': {
    source: 'docs/decisions.md 110',
    behaviour:
      'Certificates are checked through a proxy as without one. An untrusted one is named with its issuer, by a look that sends nothing.',
  },
  'NET-20': {
    source: 'docs/decisions.md 110',
    behaviour: 'A sealed server reaches its named hosts through the proxy, and nothing else there.',
  },
  'NET-21': {
    source: 'docs/interface.md, Settings',
    behaviour:
      'The settings show for each place which way it is reached, why, and what set that, and copy it as text without secrets.',
  },
  'NET-22': {
    source: 'docs/interface.md, Settings',
    behaviour:
      'A test goes to a place by name, connection, password, certificate and answer, names the first failure, and sends no key.',
  },
  'NET-24': {
    source: 'docs/decisions.md 110',
    behaviour: 'Where nothing names a proxy, requests go as they went before.',
  },
} as const satisfies Requirements
