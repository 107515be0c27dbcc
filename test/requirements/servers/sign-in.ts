import type { Requirements } from '../types.ts'

/** Signing in to servers at a URL. */
export const signIn = {
  'AUT-20': {
    source: 'specification 2026-07-28, basic/authorization; RFC 9207; docs/threat-model.md 132',
    behaviour:
      'An answer that does not name the authorization server that was asked, letter by letter, is not redeemed, and nothing in it is shown.',
  },
  'AUT-21': {
    source: 'RFC 8414, 3.3; docs/threat-model.md 132',
    behaviour: 'Metadata that name another issuer than they were looked for under are not used, and nobody is asked.',
  },
  'AUT-22': {
    source: 'specification 2026-07-28, basic/authorization; CVE-2026-104850; docs/threat-model.md 133',
    behaviour:
      'A server that is put under another authorization server needs a new sign-in, whose question names both; nothing of the old one goes to the new one.',
  },
  'AUT-23': {
    source: 'specification, security best practices, SSRF; docs/threat-model.md 129, 130',
    behaviour:
      'Addresses that servers name lead to no other scheme, no private network and not to this computer, unless the server is there itself; redirects to elsewhere are not followed.',
  },
  'AUT-24': {
    source: 'RFC 9728, 3.3; docs/threat-model.md 138',
    behaviour: 'Metadata that are of another server are not used.',
  },
  'AUT-25': {
    source:
      'specification, security best practices, OAuth authorization URL validation; CVE-2025-6514; docs/threat-model.md 131',
    behaviour:
      'Only a page over https, or on this computer, is ever opened to sign in on, by an address that is one plain word.',
  },
  'AUT-26': {
    source: 'RFC 7636; RFC 8707; specification 2026-07-28, basic/authorization',
    behaviour:
      'Each sign-in has its own state and code challenge and names the server it is for; without PKCE there is none.',
  },
  'AUT-27': {
    source: 'docs/threat-model.md 132, 134',
    behaviour: 'A sign-in page that sends the browser elsewhere gives Atrium nothing, and the person can leave it.',
  },
  'AUT-28': {
    source: 'RFC 8252, 8; docs/threat-model.md 134',
    behaviour:
      'Only the browser that was sent away is heard when it comes back, once; whatever else comes is turned away and disturbs nothing.',
  },
  'AUT-29': {
    source: 'RFC 8252, 7.3; docs/threat-model.md 134',
    behaviour: 'The browser comes back to a port of this computer that is another one each time and closes in time.',
  },
  'AUT-30': {
    source: 'docs/threat-model.md 134',
    behaviour: 'A sign-in that was refused is told in words of Atrium, never in those of whoever refused it.',
  },
  'AUT-31': {
    source: 'docs/threat-model.md 135',
    behaviour: 'An answer without sound tokens is refused with one sentence; nothing of it is kept or sent.',
  },
  'AUT-32': {
    source: 'docs/threat-model.md 135',
    behaviour: 'Nothing odd in an answer with tokens changes what is held: not its end, not its keys, not its account.',
  },
  'AUT-33': {
    source: 'RFC 9700, 4.14; docs/threat-model.md 136',
    behaviour: 'A token is renewed once for all who need it, by the newest there is, also after a restart.',
  },
  'AUT-34': {
    source: 'docs/protocol-support.md, Signing in to servers at a URL; RFC 6749, 5.2',
    behaviour: 'A sign-in that cannot be renewed is asked for anew, once.',
  },
  'AUT-35': {
    source: 'docs/protocol-support.md, Signing in to servers at a URL',
    behaviour: 'A fault of the authorization server costs nobody her sign-in.',
  },
  'AUT-36': {
    source: 'docs/threat-model.md 127',
    behaviour: 'A server that refuses every token is signed in to once; then only the person begins it again.',
  },
  'AUT-37': {
    source: 'specification 2026-07-28, basic/authorization#step-up',
    behaviour:
      'A call that needs more rights gets them, with those there were, when the person agrees; else it alone fails.',
  },
  'AUT-38': {
    source: 'docs/threat-model.md 127',
    behaviour: 'A server that wants more rights after each sign-in is stopped, its call ends, and the rest goes on.',
  },
  'AUT-39': {
    source: 'RFC 8707; docs/threat-model.md 138',
    behaviour: 'A token goes to the server that it was given for, in a header, and nowhere else.',
  },
  'AUT-40': {
    source: 'docs/protocol-support.md, Signing in to servers at a URL; RFC 7009',
    behaviour:
      'After signing out nothing of the sign-in is kept, and the authorization server was told or could not be.',
  },
  'AUT-41': {
    source: 'RFC 7591; specification 2026-07-28, basic/authorization',
    behaviour:
      'Atrium registers itself only after the person agreed, as a program on this computer, once; a refusal says what to do.',
  },
  'AUT-42': {
    source: 'docs/threat-model.md 137',
    behaviour:
      'Authorization servers are spoken to with encryption and a certificate that is vouched for, or on this computer.',
  },
  'AUT-43': {
    source: 'RFC 7591; docs/protocol-support.md, Signing in to servers at a URL',
    behaviour: 'An authorization server that has forgotten how Atrium registered itself keeps nobody out for good.',
  },
  'AUT-44': {
    source: 'docs/architecture.md, Third-party text',
    behaviour: 'What servers say of a sign-in is asked about only where a person can read it.',
  },
  'AUT-45': {
    behaviour:
      'A sign-in that the person begins anew loses her nothing where she leaves it, and where it fails she is told why.',
    source: 'docs/protocol-support.md, Signing in to servers at a URL',
  },
  'CLC-1': {
    source: 'MCP extensions, OAuth client credentials (ext-auth); RFC 6749, 4.4; RFC 7523',
    behaviour:
      'A server can be signed in to by a client of Atrium’s own, with a secret or a private key. Nobody is asked, no browser opens, and it is never combined with the user’s sign-in.',
  },
  'CLC-2': {
    source: 'MCP extensions, OAuth client credentials (ext-auth)',
    behaviour:
      'A refused client, a rejected token and missing permissions are errors in words. Nothing is asked or repeated in a circle.',
  },
  'CLC-3': {
    source: 'RFC 6749, 4.4.3',
    behaviour:
      'A token for Atrium’s own client is requested again before it expires, or once it is rejected, once for all requests. It is on no disk.',
  },
  'CLC-4': {
    source: 'MCP extensions, OAuth client credentials (ext-auth); RFC 8414, 2',
    behaviour:
      'Nothing that identifies Atrium’s own client goes to an authorization server that doesn’t list its method, or to another than it belongs to.',
  },
  'CLC-5': {
    source: 'MCP extensions, OAuth client credentials (ext-auth); docs/threat-model.md',
    behaviour:
      'A client’s secret or private key is in the secret store only: in no configuration, log or error. An unreadable key is refused when it is entered, and nothing changes.',
  },
  'EMA-1': {
    source: 'MCP extensions, enterprise-managed authorization (ext-auth), 3; OpenID Connect Core, 3.1.3.7',
    behaviour:
      'The user signs in to their company on its provider’s page, with PKCE, state and nonce. An ID token counts only if issuer, audience, nonce and end are right. Its tokens are in the secret store only.',
  },
  'EMA-2': {
    source: 'MCP extensions, enterprise-managed authorization (ext-auth), 4, 5',
    behaviour:
      'A server can be reached through the company: the provider’s grant is for this server and its authorization server, and becomes a token in memory. Nobody is asked per server.',
  },
  'EMA-3': {
    source: 'docs/configuration.md, Company sign-in',
    behaviour:
      'Without a company sign-in, or when it has ended and can’t be renewed, a server waits for it, says so, and starts by itself afterwards.',
  },
  'EMA-4': {
    source: 'MCP extensions, enterprise-managed authorization (ext-auth), 4.1',
    behaviour: 'A refusal by the company or by the server’s side is an error in words. Nothing else is tried.',
  },
  'EMA-5': {
    source: 'MCP extensions, enterprise-managed authorization (ext-auth), 6, 7.6; docs/threat-model.md',
    behaviour:
      'Only the user sets the provider. A grant is requested only for an authorization server whose own metadata take it, and for the server as those name it.',
  },
  'EMA-6': {
    source: 'MCP extensions, enterprise-managed authorization (ext-auth), 7.4, 7.5; docs/threat-model.md',
    behaviour:
      'Signing out deletes the company’s tokens and those that servers got by them, and another provider ends the sign-in. No token or grant is in a configuration, log or error.',
  },
  'EMA-7': {
    source: 'docs/interface.md',
    behaviour:
      'A user sets their company’s provider in the settings, signs in there, chooses the company in a server’s sign-in, and calls a tool of it.',
  },
  'AUT-46': {
    source: 'RFC 9207, 1 and 4; RFC 9700, 4.4; docs/threat-model.md',
    behaviour:
      'If a sign-in page and the token endpoint are of different sites, and the page doesn’t name itself in its answer, the user and a script are asked with both hosts named, and nothing is sent without a yes.',
  },
  'AUT-47': {
    source: 'docs/threat-model.md; RFC 6749, 5; RFC 7591, 3.2.1; RFC 8414, 2; RFC 9728, 2',
    behaviour:
      'Of an authorization server’s documents only the members in use are judged; one with a single meaning is taken, null is absence, and a failure names the member. No lifetime of tokens leads to more than one request for each.',
  },
  'AUT-48': {
    source: 'RFC 8252, 7.3',
    behaviour: 'No request at the callback address ends Atrium, whatever its target; the browser still gets through.',
  },
  'AUT-49': {
    source: 'RFC 6749, 5; RFC 8414, 2; RFC 9728, 2',
    behaviour:
      'Each response of an authorization server has a plain outcome, whatever its status. Only members that a grant needs are demanded, no number is rounded, and no refusal repeats a secret that was sent.',
  },
} as const satisfies Requirements
