import type { Requirements } from '../types.ts'

/** The user's decisions for future calls, and about waiting ones. */
export const rules = {
  'RUL-1': {
    source: 'docs/interface.md, Rules',
    behaviour: 'A rule that denies wins over every other, and adding a permission never takes a denial back',
  },
  'RUL-2': {
    source: 'docs/interface.md, Rules',
    behaviour: 'The most specific rule decides, between equals asking wins, and their order is irrelevant',
  },
  'RUL-3': {
    source: 'docs/interface.md, Rules',
    behaviour: 'A folder holds what is in it once `..` is gone, and nothing outside, however a path is written',
  },
  'RUL-4': {
    source: 'docs/interface.md, Rules',
    behaviour: 'A value is met with its type, and an address by its exact host, not by what only looks like it',
  },
  'RUL-5': {
    source: 'docs/threat-model.md 98',
    behaviour:
      'A permission is for one definition, and holds for a tool that may destroy, or for data of others, by word',
  },
  'RUL-6': {
    source: 'docs/interface.md, Rules',
    behaviour: 'Every rule can be said in one sentence that has all of it',
  },
  'RUL-7': {
    source: 'docs/threat-model.md 98',
    behaviour:
      'A permission lets through what it names; other arguments, another definition or configuration ask again',
  },
  'RUL-8': {
    source: 'docs/interface.md, Rules',
    behaviour: 'What a rule denies is asked of nobody and never sent, and log and model hear which rule it was',
  },
  'RUL-9': {
    source: 'docs/decisions.md 15, 24',
    behaviour: 'A question says why it is asked although a rule is there, what came from elsewhere, and what changed',
  },
  'RUL-10': {
    source: 'docs/decisions.md 13',
    behaviour: 'Arguments that the person changed are what is sent, bound by their hash and kept; the model hears it',
  },
  'RUL-11': {
    source: 'docs/decisions.md 13',
    behaviour: 'What the model hears of a change is the same bytes in every later request, after a restart too',
  },
  'RUL-12': {
    source: 'docs/decisions.md 13',
    behaviour: 'Changed arguments that do not fit, or that a rule denies, are refused, and the question stays open',
  },
  'RUL-13': {
    source: 'docs/decisions.md 12; docs/threat-model.md 97',
    behaviour: 'Many approvals are answered at once and in one commit, or none of them where one cannot be',
  },
  'RUL-14': {
    source: 'docs/threat-model.md 99, 102',
    behaviour: 'Of two answers, or an answer and a stop, one wins, the log says which, and the call runs once or never',
  },
  'RUL-15': {
    source: 'docs/threat-model.md 102',
    behaviour: 'A rule that denies an open question withdraws it and ends its call; a permission answers none',
  },
  'RUL-16': {
    source: 'docs/architecture.md, Who can answer',
    behaviour: 'Whoever governs adds and removes rules, and confirms in words what lets more through',
  },
  'RUL-17': {
    source: 'docs/threat-model.md 98',
    behaviour: 'Rules end with their server and with their conversation, permissions also when another program runs',
  },
  'RUL-18': {
    source: 'docs/interface.md, Rules',
    behaviour: 'A rule is tried against the last calls: how many it would let through, and why it would not the others',
  },
  'RUL-19': {
    source: 'docs/interface.md, Rules',
    behaviour: 'After three equal decisions rules are offered that would have said the same, one for each pattern',
  },
  'RUL-20': {
    source: 'docs/interface.md, Rules; docs/decisions.md 12',
    behaviour: 'Calls of one message ask in their order, whichever is decided first; none waits that needs no answer',
  },
  'RUL-27': {
    source: 'docs/interface.md, Rules',
    behaviour: 'A rule may cover all tools of a server whose pinned definitions claim that they only read, and no more',
  },
  'RUL-28': {
    source: 'docs/interface.md, Rules',
    behaviour:
      'Each tool asks, is allowed or is off, and a conversation asks for everything, before changes or has none',
  },
  'RUL-29': {
    source: 'docs/interface.md, Rules',
    behaviour:
      'A permission ends at its time, by the host’s clock; a rule that ended or is paused decides nothing and stays listed',
  },
  'RUL-30': {
    source: 'docs/interface.md, Rules',
    behaviour: 'The host says when each rule last decided a call, from the records, reading a bounded number of them',
  },
  'RUL-31': {
    source: 'docs/threat-model.md, Against an MCP server: calls and definitions; docs/decisions.md 76',
    behaviour:
      'Where another argument has the same name but for case, width, separators or unseen characters, a permission does not hold and a rule that denies asks',
  },
  'RUL-32': {
    source: 'docs/threat-model.md, Against an MCP server: calls and definitions; docs/decisions.md 76',
    behaviour:
      'A rule that denies a host covers every form of its name and address, and asks about an address whose host nobody can tell',
  },
  'RUL-33': {
    source: 'docs/threat-model.md, Against an MCP server: calls and definitions; docs/decisions.md 76',
    behaviour:
      'A path that systems or programs read differently is in no permitted folder, and a rule that denies asks about it',
  },
  'RUL-34': {
    source: 'docs/guide.md, Approve calls; docs/decisions.md 76',
    behaviour:
      'For a tool that may delete, a conversation’s rule is limited to the folder named, never to its parent, and no other text of a call can be another path',
  },
  'RUL-35': {
    source: 'docs/threat-model.md, Against an MCP server: calls and definitions; docs/decisions.md 76',
    behaviour: 'Arguments with a number that JSON cannot carry are refused before anything is asked or sent',
  },
  'RUL-36': {
    source: "docs/threat-model.md, Against foreign code in Atrium's own page",
    behaviour: 'A command answers in words, whatever name that objects inherit it is given as an ID',
  },
  'RUL-37': {
    source: 'docs/threat-model.md, Against an MCP server: calls and definitions; docs/decisions.md 76',
    behaviour:
      'A path with variables, commands, patterns, encoded signs, line ends or slashes and dots of other scripts is in no permitted folder, and a rule that denies asks about it unless it surely leads elsewhere; ordinary names stay decided',
  },
  'RUL-38': {
    source: 'docs/threat-model.md, Against an MCP server: calls and definitions; docs/decisions.md 76',
    behaviour:
      'A rule that denies asks if the way to its value leads through another kind of value, or if one member joins the names on that way',
  },
} as const satisfies Requirements
