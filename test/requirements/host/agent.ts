import type { Requirements } from '../types.ts'

export const agent = {
  'WIRE-1': {
    source: 'docs/decisions.md 33',
    behaviour:
      'Over every API and with every kind of server: turns, parallel calls, denials, edited arguments, cancellation, images and faults end alike, and the next message is accepted',
  },
  'AGT-1': {
    source: 'docs/architecture.md, One door',
    behaviour: 'A call waits for a person; allowed, it reaches the server and its result the model',
  },
  'AGT-2': {
    source: 'MCP server/tools: user interaction',
    behaviour: 'A denied call never reaches the server and the model hears that and why',
  },
  'AGT-3': {
    source: 'docs/architecture.md, A tool call',
    behaviour: 'Arguments that do not fit the schema are refused before anybody is asked',
  },
  'AGT-4': {
    source: 'docs/threat-model.md 193',
    behaviour: 'A tool that nobody offers is an error result, never a crash of the turn',
  },
  'AGT-5': {
    source: 'docs/decisions.md 23',
    behaviour: 'Allowed for this conversation holds for this definition in this conversation and nowhere else',
  },
  'AGT-6': {
    source: 'docs/threat-model.md 192',
    behaviour: 'Calls of one message run side by side; all results go back in one message in call order',
  },
  'AGT-7': {
    source: 'docs/threat-model.md 196',
    behaviour: 'Stopping a turn withdraws its questions, cancels its calls, and the next message works',
  },
  'AGT-8': {
    source: 'docs/architecture.md, States',
    behaviour: 'Cancelling one call leaves its turn and the other calls alone',
  },
  'AGT-9': { source: 'docs/threat-model.md 197', behaviour: 'A turn stops at its step limit and can go on' },
  'AGT-10': {
    source: 'docs/threat-model.md P29',
    behaviour: 'A tool runs only from a message that stopped for tool use',
  },
  'AGT-11': {
    source: 'docs/threat-model.md P6',
    behaviour: 'Clearing and starting are on disk before a byte goes to the server',
  },
  'AGT-12': {
    source: 'docs/threat-model.md 100, 194',
    behaviour: 'After a restart transcript and audit are there, open questions are expired, and history can be sent',
  },
  'AGT-13': {
    source: 'docs/threat-model.md P4',
    behaviour: 'While commits fail nothing new acts, stop still works, it is said, and it recovers',
  },
  'AGT-14': {
    source: 'docs/architecture.md, States',
    behaviour: 'One message waits behind a running turn; it is visible, removable and sent at the end',
  },
  'AGT-15': {
    source: 'docs/decisions.md 15',
    behaviour: 'A definition that changes while its question is open withdraws it and asks anew',
  },
  'AGT-16': {
    source: 'docs/threat-model.md 99',
    behaviour: 'The first answer wins; the second hears who was first; an answer to something else is refused',
  },
  'AGT-17': {
    source: 'docs/architecture.md, Who can answer',
    behaviour: 'A session does what its right allows; unknown commands and bad input change nothing',
  },
  'AGT-18': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'A replica folded from the feed equals the state of the host',
  },
  'AGT-19': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'A subscriber that falls behind is cut off and gets a snapshot with the text so far',
  },
  'AGT-20': {
    source: 'docs/decisions.md 2',
    behaviour: 'The agent uses tools of either era, each server started once',
  },
  'AGT-21': {
    source: 'docs/threat-model.md P28',
    behaviour: 'A model that fails leaves what it said, a sentence, and a turn that can be tried again',
  },
  'AGT-22': {
    source: 'docs/decisions.md 16',
    behaviour: 'Names for the model are unique, at most 64 characters, and stay when a server is renamed',
  },
  'AGT-23': {
    source: 'JSON Schema validation: default',
    behaviour:
      'Required arguments that were left out and have a default get it: shown, sent, logged and told to the model',
  },
  'AGT-24': {
    source: 'docs/scripting.md, Driving a host from a script',
    behaviour:
      'A turn waits, visibly and for 15 s at most, for servers that are starting; “Send now” ends that, and what was missing is said',
  },
  'FTL-1': {
    source: 'docs/guide.md, Many tools',
    behaviour:
      'If tools’ definitions take more than the limit or a quarter of the model’s context, or are more than 120, its requests have only Atrium’s tools, those the conversation used, and those a model found.',
  },
  'FTL-2': {
    source: 'docs/guide.md, Many tools',
    behaviour:
      'A search finds accepted tools by name, title, server, description and argument, never those that are off or always denied; found ones can be called and stay after a restart.',
  },
  'FTL-3': {
    source: 'docs/guide.md, Many tools',
    behaviour: 'Over every API, a model finds a tool among 500, calls it with approval, and is never refused for size.',
  },
  'FTL-4': {
    source: 'docs/interface.md, What a request contains',
    behaviour:
      'The parts of the next request are listed with their estimated tokens: instructions, each server’s tools, messages, attachments, replies and results.',
  },
  'CMP-1': {
    source: 'docs/guide.md, A full context',
    behaviour:
      'A summary by the conversation’s model replaces the older turns of the branch in use in what models get; the messages stay in the transcript, search, export and log.',
  },
  'CMP-2': {
    source: 'docs/guide.md, A full context',
    behaviour:
      'With it models get Atrium’s own record of each call in these turns: server, tool, arguments, outcome, whether it may have run, and who denied it with which words. Over every API the conversation continues, and a later summary contains the earlier one.',
  },
  'CMP-3': {
    source: 'docs/guide.md, A full context',
    behaviour: 'The user can read, edit and undo a summary, and use it again; models get what the user decided last.',
  },
  'CMP-4': {
    source: 'docs/guide.md, A full context',
    behaviour: 'A summary counts only in branches that have all its turns.',
  },
  'CMP-5': {
    source: 'docs/guide.md, A full context',
    behaviour:
      'A request for a summary is visible, can be stopped and says why it failed; then models get what they got before, and a message sent meanwhile is sent.',
  },
  'CMP-6': {
    source: 'docs/guide.md, A full context',
    behaviour:
      'By setting, Atrium asks, does it by itself before a request that would pass the user’s share of the context, or never; if it fails, the turn continues.',
  },
  'CMP-7': {
    source: 'docs/guide.md, A full context',
    behaviour: 'A summary is a request of its own in the log, the cost and the budget.',
  },
  'CMP-8': {
    source: 'docs/guide.md, A full context',
    behaviour:
      'An attachment or a result can be left out of what models get, with a line in its place, and put back; the sizes follow at once.',
  },
  'CMP-9': {
    source: 'docs/threat-model.md',
    behaviour:
      'After a summary, text from servers and files is still found in calls, and so is the summary’s own text; a kill -9 during its request leaves no half summary, and nothing else is lost.',
  },
  'CMP-10': {
    source: 'docs/guide.md, A full context',
    behaviour:
      'If a request is still too large after results were shortened, its oldest messages are left out with a note, and the reply says how many; over every API it is sent.',
  },
  'BUD-1': {
    source: 'docs/guide.md, Many tools',
    behaviour:
      'A conversation whose requests have cost its budget, in all branches, sends nothing more, between two requests of a turn as well, and says so; a raised or removed budget lets it go on.',
  },
  'TTL-1': {
    source: 'docs/guide.md, Organize conversations',
    behaviour:
      'If the user wants it, the model of a new conversation is asked for a title after the first reply, over every API; the title is one plain line of up to 60 characters.',
  },
  'TTL-2': {
    source: 'docs/guide.md, Organize conversations',
    behaviour:
      'That happens at most once in a conversation, is in the log and in its cost, and never replaces a title that the user gave; without an answer the first line stays.',
  },
  'TTL-3': {
    source: 'docs/guide.md, Organize conversations',
    behaviour:
      'After an answer of a provider with keys, Atrium asks who titles conversations until the user chose; the answer is the setting, and it isn’t asked again.',
  },
  'CFG-1': {
    source: 'docs/decisions.md 1',
    behaviour: 'Broken JSON is reported with its line, the last good content stays, and nothing writes over it',
  },
  'CFG-6': {
    source: 'docs/threat-model.md',
    behaviour:
      'Whatever a configuration file holds or is, Atrium goes on: an odd, deep, large or missing one is reported, and the last good content stays in force, also after a restart.',
  },
  'CFG-7': {
    source: 'docs/configuration.md',
    behaviour:
      'Comments and trailing commas are read and kept. A member of another application costs no entry: it is named and ignored, unless it can mean a limit.',
  },
  'CFG-80': {
    source: 'docs/configuration.md, servers.json',
    behaviour:
      'servers.json has up to a thousand servers. A file with more changes nothing and is reported in a sentence, and Atrium writes none.',
  },
  'CFG-2': { source: 'docs/threat-model.md 119', behaviour: 'A mistake in one entry costs no other server' },
  'CFG-3': {
    source: 'docs/decisions.md 1',
    behaviour: 'An edit by hand takes effect and is journalled with before and after',
  },
  'CFG-4': { source: 'docs/threat-model.md P8', behaviour: 'Secret values are in no file, event or row' },
  'CFG-5': {
    source: 'docs/threat-model.md P8',
    behaviour:
      'A new secret value takes effect whatever else was changed with it, and one that is no longer named is gone',
  },
  'PRJ-1': {
    source: 'docs/guide.md, Projects',
    behaviour:
      'A project gives its conversations instructions, after Atrium’s and before their own, a model for new ones, and the servers their models get.',
  },
  'PRJ-2': {
    source: 'docs/guide.md, Projects',
    behaviour: 'A conversation can be moved into a project and out of it; a restart changes neither.',
  },
  'PRJ-3': {
    source: 'docs/guide.md, Projects',
    behaviour: 'Deleting a project keeps its conversations. Restoring it has them again.',
  },
  'PRJ-4': {
    source: 'docs/decisions.md 61',
    behaviour: 'A project’s folders are shared with its chosen servers only, after a confirmation that names both.',
  },
  'PRJ-6': {
    source: 'docs/interface.md, Conversations',
    behaviour:
      'The sidebar shows projects between the starred conversations and the days. By keyboard a user creates, edits and deletes one, moves conversations, several at once, and undoes it; the header says what comes from the project.',
  },
  'PRJ-7': {
    source: 'docs/export.md',
    behaviour:
      'An exported conversation has its project’s name and none of its settings. An import offers the project of that name, or to create it; only the user puts a conversation into it.',
  },
  'PRJ-8': {
    source: 'docs/guide.md, Projects',
    behaviour:
      'Creating, editing and deleting a project can each be undone, a folder in the field counts without a press on Add, and the deletion says what the audit log keeps.',
  },
  'PRJ-5': {
    source: 'docs/guide.md, Projects',
    behaviour:
      'A project that can’t be as described is refused and nothing changes; a removed server leaves its projects.',
  },
} as const satisfies Requirements
