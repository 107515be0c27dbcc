import type { Requirements } from '../types.ts'

/** Servers' apps for the user (MCP Apps, `io.modelcontextprotocol/ui`). */
export const apps = {
  'APP-3': {
    source: 'MCP Apps 2026-01-26, Resource Discovery',
    behaviour: 'A tool’s app is read from the tool’s own server, with `resources/read`, and from nowhere else.',
  },
  'APP-5': {
    source: 'MCP Apps 2026-01-26, Metadata Location',
    behaviour: 'What an app asks for is taken from the content it came with; tools’ own lists of domains are ignored.',
  },
  'APP-6': {
    source: 'MCP Apps 2026-01-26, Content Requirements',
    behaviour:
      'Anything but one HTML document of the extension’s type, in UTF-8 and up to 8 MiB, is refused with the reason.',
  },
  'APP-9': {
    source: 'MCP Apps 2026-01-26, Visibility',
    behaviour: 'An app can’t call a tool that its server doesn’t offer to apps; the try is in the log.',
  },
  'APP-10': {
    source: 'MCP Apps 2026-01-26, Visibility',
    behaviour: 'An app’s call goes to its own server or nowhere, whatever name it gives the tool.',
  },
  'APP-12': {
    source: 'MCP Apps 2026-01-26, Host Behavior, CSP Enforcement',
    behaviour: 'An app that names no hosts gets the policy that allows none.',
  },
  'APP-13': {
    source: 'MCP Apps 2026-01-26, No Loosening',
    behaviour:
      'The content policy made for an app allows no host that the app doesn’t declare; each entry is judged by itself, and one that isn’t a plain https host is refused and shown.',
  },
  'APP-8': {
    source: 'MCP Apps 2026-01-26, Visibility',
    behaviour:
      'A tool that its server doesn’t show to models is in no request, list or palette, and the command line can’t call it.',
  },
  'APP-1': {
    source: 'MCP Apps 2026-01-26, Client (Host) Capabilities',
    behaviour:
      'Servers of both eras hear that Atrium shows apps, with their type, if a window can show them and the user hasn’t turned them off; the command line declares nothing.',
  },
  'APP-2': {
    source: 'MCP Apps 2026-01-26, Extension negotiation',
    behaviour: 'A result stays in the conversation as text, with or without its app.',
  },
  'APP-7': {
    source: 'MCP Apps 2026-01-26, Behavior',
    behaviour:
      'A call’s app can be shown again from the record: without its server, and without another call to the tool.',
  },
  'APP-14': {
    source: 'MCP Apps 2026-01-26, Audit Trail',
    behaviour: 'The log records each app that was shown: the hosts it named, the refused ones, and its policy.',
  },
  'APP-15': {
    source: 'MCP Apps 2026-01-26, CSP Enforcement',
    behaviour: 'Before an app runs, the user sees each host that it can reach, and each refused one with the reason.',
  },
  'APP-26': {
    source: 'MCP Apps 2026-01-26, Sandbox proxy',
    behaviour:
      'Before an app says that it is ready, it gets answers to its handshake and nothing else, and none of its other requests is done.',
  },
  'APP-27': {
    source: 'MCP Apps 2026-01-26, Sandbox proxy',
    behaviour:
      'An app can call its own server’s tools for apps, read its resources and list what the user accepted. A method that Atrium doesn’t offer to apps is refused as unknown, whatever its name.',
  },
  'APP-28': {
    source: 'MCP Apps 2026-01-26, Host Context',
    behaviour:
      'The handshake tells an app the window’s theme, size, language and its own tool as listed, and offers only what works.',
  },
  'APP-29': {
    source: 'MCP Apps 2026-01-26, Container Dimensions',
    behaviour: 'An app’s frame follows the height it reports, within limits, and doesn’t swing with it.',
  },
  'APP-30': {
    source: 'MCP Apps 2026-01-26, Display Modes',
    behaviour: 'An app never gets a display mode that it didn’t name, if it names any.',
  },
  'APP-31': {
    source: 'MCP Apps 2026-01-26, Display Modes',
    behaviour:
      'An app’s request for a display mode is answered with the mode that it then has, and is no error if it can’t be.',
  },
  'APP-32': {
    source: 'MCP Apps 2026-01-26, Theming',
    behaviour: 'An app gets all of Atrium’s colours as values for both themes, none of which refers to Atrium’s page.',
  },
  'APP-33': {
    source: 'MCP Apps 2026-01-26, tool-input',
    behaviour: 'An app gets its call’s arguments once, whole, after the handshake and before any result.',
  },
  'APP-34': {
    source: 'MCP Apps 2026-01-26, tool-input-partial',
    behaviour: 'An app gets no partial arguments, because it is shown only for a call whose arguments were sent.',
  },
  'APP-35': {
    source: 'MCP Apps 2026-01-26, tool-result',
    behaviour: 'An app gets the whole result of its call, with structured content and metadata.',
  },
  'APP-36': {
    source: 'MCP Apps 2026-01-26, tool-cancelled',
    behaviour: 'An app hears that its call was cancelled.',
  },
  'APP-37': {
    source: 'MCP Apps 2026-01-26, Teardown',
    behaviour: 'A running app hears before it ends, and has up to two seconds to answer.',
  },
  'APP-38': {
    source: 'MCP Apps draft, Teardown',
    behaviour: 'An app can ask for its end, which is like one that the user wants.',
  },
  'APP-39': {
    source: 'MCP Apps 2026-01-26, Notifications',
    behaviour: 'An app hears of changes of theme and size, and of those only.',
  },
  'APP-40': {
    source: 'MCP Apps 2026-01-26, ui/open-link',
    behaviour: 'An app can have a web address opened in the browser, after the user’s yes.',
  },
  'APP-41': {
    source: 'MCP Apps draft, ui/download-file',
    behaviour: 'An app can have files saved, after the user’s yes, by names that are cleaned.',
  },
  'APP-42': {
    source: 'MCP Apps 2026-01-26, ui/message',
    behaviour:
      'An app can write a text message for the user. It becomes a draft in the conversation, and is answered when that is on disk.',
  },
  'APP-43': {
    source: 'MCP Apps 2026-01-26, ui/update-model-context',
    behaviour: 'An app’s last context goes to the model with the user’s next message, and only once unchanged.',
  },
  'APP-45': {
    source: 'MCP Apps 2026-01-26, Interactive Phase',
    behaviour: 'An app can ping, and its log messages are lines of its server’s log.',
  },
  'APP-46': {
    source: 'MCP Apps 2026-01-26, Auditable Communication',
    behaviour: 'A message of an app that isn’t JSON-RPC, or is nested too deeply, is refused.',
  },
  'APP-47': {
    source: 'MCP Apps 2026-01-26, Predeclared Resource Review',
    behaviour: 'The user’s yes is for exactly one document, by its hash, and for one definition of the tool.',
  },
  'APP-48': {
    source: 'MCP Apps 2026-01-26, Other risks',
    behaviour:
      'A bar of Atrium’s above each app says whose it is and ends it; a window runs at most six apps, and ends the one longest out of sight.',
  },
  'APS-1': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'An app runs only after the user’s yes, which is asked again when its document or hosts change, or its server runs something else.',
  },
  'APS-2': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'An app’s call takes the way of a model’s: rules, the user’s approval, data flow and the log, which says that an app made it. The approval is for once, while the app is open, or by a rule. Its result reaches no model, and its app’s end cancels it.',
  },
  'APS-3': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'An app has one open question, four running calls and eight that wait; after 60 calls in a minute, further ones wait for the user.',
  },
  'APS-4': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'The question about an app’s call is below the app and outside its frame, never covered by it, and names server, tool and app.',
  },
  'APS-5': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'An app that floods Atrium with messages is stopped, and its call’s result stays. A message has up to 1 MiB, a request to save files up to 10 MiB; many large ones reach the host in several commands.',
  },
  'APS-6': {
    source: 'docs/threat-model.md, Promises',
    behaviour: 'An app’s document has up to 8 MiB, and comes as text or as strict base64 of UTF-8.',
  },
  'APS-7': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'An app’s link opens only after a question with its server and whole URL, one at a time and never from then on; other schemes and misleading addresses are refused.',
  },
  'APS-8': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'An app’s message is never sent by itself: it is a marked draft of at most 32 KiB that shows hidden characters, and what the user sends of it keeps its origin.',
  },
  'APS-9': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'An app’s context has at most 64 KiB of text and JSON, goes to models as its server’s words, can be seen whole and removed, and ends with the app.',
  },
  'APS-10': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'An app’s files are saved only after a question with cleaned names, types and sizes, which warns of those that can run; they are never opened.',
  },
  'APS-12': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'Atrium’s bar stays above an app and uncovered, also when the app fills the window, and the app’s room excludes it.',
  },
  'APS-18': {
    source: 'docs/decisions.md 94',
    behaviour:
      'Each key arrives where it was typed: an app gets none before the user has entered it by a press or key, and one that takes the focus by itself ends.',
  },
  'APS-19': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'An app fills the window only by Atrium’s own button, below a bar that names the server and says that Atrium never asks for secrets there.',
  },
  'APS-80': {
    source: 'docs/decisions.md 94',
    behaviour:
      'In the window, an app gets no key and no focus that the user didn’t give it by a press, whatever it tries and whichever field is typed into; an edit of a title continues after an app took the focus in a tab.',
  },
  'APS-81': {
    source: 'docs/interface.md, Approvals',
    behaviour:
      'If the tool of a model’s call has an app, a second answer allows the call once and opens the app for its result; an app that wasn’t allowed before still has its own question.',
  },
  'APS-13': {
    source: 'docs/threat-model.md, Promises',
    behaviour: 'An app’s messages are in its server’s traffic, and its call’s result isn’t repeated there.',
  },
  'APS-14': {
    source: 'docs/threat-model.md, Promises',
    behaviour:
      'Names and URLs of apps in questions are data: isolated, with visible hidden characters and bounded lengths.',
  },
  'APS-16': {
    source: 'docs/threat-model.md, Promises',
    behaviour: 'Exports of a conversation have a result’s text, and nothing of its app.',
  },
} as const satisfies Requirements
