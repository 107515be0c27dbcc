import type { Requirements } from '../types.ts'

/** The visible conversation: rendering, permitted actions, and answers. */
export const chat = {
  'CHAT-1': {
    source: 'docs/decisions.md 46',
    behaviour: 'A text that arrives in pieces is the same document as the whole text.',
  },
  'CHAT-2': {
    source: 'docs/decisions.md 46',
    behaviour: 'What a delta costs does not grow with the message.',
  },
  'CHAT-3': {
    source: 'docs/threat-model.md 69, 70, 73, 74, 75',
    behaviour: 'Nothing in a text becomes an element, attribute or name outside a short list; markup can be read.',
  },
  'CHAT-4': {
    source: 'docs/threat-model.md 68, 71, 72; docs/interface.md, Third-party text',
    behaviour:
      'Links go to web and mail addresses only and show their host unless their words are an address with that very host; a press on one whose words name another host asks first; pictures of others are not loaded.',
  },
  'CHAT-5': {
    source: 'docs/interface.md, Third-party text; docs/threat-model.md 95',
    behaviour: 'Characters that cannot be seen, or that reorder others, are labels.',
  },
  'CHAT-6': {
    source: 'docs/architecture.md, The journal',
    behaviour:
      'A transcript is the answer of the query and every later event, each once, whatever arrives first; nothing stays of one that was erased.',
  },
  'CHAT-7': {
    source: 'docs/architecture.md, The contract',
    behaviour: 'An event tells only those that show the turn it belongs to.',
  },
  'CHAT-8': {
    source: 'docs/interface.md, Approvals; docs/threat-model.md 96',
    behaviour: 'A consent counts only 500 ms after the ask could be read without a break, in a focused window.',
  },
  'CHAT-9': {
    source: 'docs/interface.md, Approvals',
    behaviour: 'A key or button that was down before that time never consents, however long it is held.',
  },
  'CHAT-10': {
    source: 'docs/interface.md, Approvals; docs/threat-model.md 86, 95',
    behaviour: 'Arguments are shown whole and in the order given; what is folded says how much it is.',
  },
  'CHAT-11': {
    source: 'docs/interface.md, Approvals',
    behaviour: 'The sentence of an approval is made from facts and from what the server claims, never from its texts.',
  },
  'CHAT-12': {
    source: 'docs/interface.md, Keys',
    behaviour: 'The keys lead to the oldest ask, and from an ask to the one beside it.',
  },
  'CHAT-13': {
    source: 'docs/architecture.md, States; docs/interface.md, Calls',
    behaviour: 'Every state of a call has its own shape and words, and doubt about what the server did is said.',
  },
  'CHAT-14': {
    source: 'docs/decisions.md 45',
    behaviour:
      'Every block of a message is shown in its place; an unknown one is a line, a call that was not made says so.',
  },
  'CHAT-15': {
    source: 'docs/threat-model.md 88',
    behaviour: 'A malformed part of a result is shown as such and costs no other part.',
  },
  'CHAT-16': {
    source: 'docs/threat-model.md 67, 89',
    behaviour: 'A picture is what its bytes say, within limits of size that are checked before it is decoded.',
  },
  'CHAT-17': {
    source: 'docs/interface.md, Calls',
    behaviour:
      'The receipt of a turn is one line with its calls and how those ended that did not run; a press shows its servers, the user’s answers, what rules decided, tokens, cost, time and records.',
  },
  'CHAT-19': {
    source: 'docs/interface.md, Calls',
    behaviour: 'The receipt of a turn names the model and the time of its end.',
  },
  'CHAT-20': {
    source: 'docs/interface.md, Calls',
    behaviour:
      'If a finished turn requested calls that may change something and none of them was sent, Atrium says so in a line of its own.',
  },
  'CHAT-21': {
    source: 'docs/interface.md, Empty, loading and error',
    behaviour:
      'While a model is overloaded, the turn says who is, counts down to the next attempt, and offers to try now, a faster model of the same endpoint if one is known, and to stop.',
  },
  'CHAT-28': {
    source: 'docs/architecture.md, A message',
    behaviour:
      'What a model didn’t get is told in one line each where it happened: a beginning that its server dropped, refused tools, images it can’t see, another model’s reasoning.',
  },
  'CHAT-29': {
    source: 'docs/architecture.md, A message',
    behaviour:
      'If a model takes no tools or no images, the turn ends and the user can continue without them; only their press does that, and another choice of a model ends it.',
  },
  'CHAT-30': {
    source: 'docs/interface.md, Calls',
    behaviour:
      'If the user’s facts say that a model takes no tools and its server doesn’t say, its requests have none, and the end of each turn says why.',
  },
  'CHAT-24': {
    source: 'docs/interface.md, Empty, loading and error',
    behaviour:
      'Until a model’s first words arrive, its name is shown, the seconds after three, and another model is suggested after twenty.',
  },
  'CHAT-25': {
    source: 'docs/interface.md, Calls',
    behaviour: 'A line before a turn says that another model replies from here on, or that another day began.',
  },
  'CHAT-31': {
    source: 'docs/interface.md, Keys',
    behaviour:
      'Each message shows when it was sent, keys go to the message before and after, an answer is copied as the model wrote it, and a selected passage is quoted.',
  },
  'CHAT-32': {
    source: 'docs/interface.md, Keys',
    behaviour: 'A key and the palette copy the last answer that ended, and the page says so.',
  },
  'CHAT-33': {
    source: 'docs/interface.md, Calls',
    behaviour: 'The cost in a receipt opens each request of the turn with its model, tokens and cost, as recorded.',
  },
  'CHAT-34': {
    source: 'docs/interface.md, Answers',
    behaviour:
      'While an answer arrives, a table shows from its second line on and grows by rows, and a fence or a formula never shows its opening signs as text.',
  },
  'CHAT-35': {
    source: 'docs/interface.md, Accessibility',
    behaviour:
      'Each answer has a heading with its model and time; its own headings come below it without a gap, and a box of a list says whether it is done. axe finds nothing in the text of models either, in both themes and in forced colours.',
  },
  'CHAT-38': {
    source: 'docs/interface.md, Conversations',
    behaviour:
      'The last five conversations show again at once, with what happened since; one that the pointer rests on, or that has the focus, is fetched before it is opened.',
  },
  'CHAT-36': {
    source: 'docs/interface.md, Calls',
    behaviour:
      'If the user refused what a server asked for during a call and the call failed, its row says that they said no, not the server’s error, which is under its details.',
  },
  'CHAT-37': {
    source: 'docs/interface.md, Calls',
    behaviour:
      'Five or more neighbouring successes of one tool share a row with their files, unless one shows more than its row; keys, a match of the search and links open it.',
  },
  'CHAT-18': {
    source: 'docs/interface.md, Composer',
    behaviour: 'When nothing can be sent, the composer says why and where that is mended.',
  },
} as const satisfies Requirements
