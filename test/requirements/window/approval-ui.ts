import type { Requirements } from '../types.ts'

/** Users' view of a call before and after they allow it, except its arguments. */
export const approvalUi = {
  'APU-1': {
    source: 'docs/interface.md, Approvals; docs/interface.md 02c',
    behaviour:
      'Arguments are edited in a form made of the tool’s schema, or as JSON; what is wrong stands at its field, only what fits can be allowed, and every change arms anew.',
  },
  'APU-2': {
    source: 'docs/interface.md, Approvals; docs/decisions.md 13',
    behaviour:
      'What was edited is what is sent; leaving the form keeps it, and taking it back leaves the call as the model made it.',
  },
  'APU-3': {
    source: 'docs/interface.md, Approvals; docs/threat-model.md 86, 95',
    behaviour:
      'What would be sent is shown whole beside what the model asked for, line by line, with hidden characters as labels, and it is told who hears of the change.',
  },
  'APU-4': {
    source: 'docs/decisions.md 24; docs/interface.md, Approvals; docs/interface.md 02a',
    behaviour:
      'A piece of the arguments that came from elsewhere is underlined and numbered, and its source is named and can be gone to; where it would leave the computer, that is said.',
  },
  'APU-5': {
    source: 'docs/interface.md, Approvals',
    behaviour: 'A call that is asked about although a rule speaks of it says why.',
  },
  'APU-6': {
    source: 'docs/interface.md, Approvals; docs/decisions.md 15; docs/interface.md 02b',
    behaviour:
      'A changed definition is shown word by word, member by member, with hidden characters as labels; the order of members is no difference.',
  },
  'APU-7': {
    source: 'docs/interface.md, Calls',
    behaviour: 'Every call that was let through says by whom or by which rule, in words, and leads to its records.',
  },
  'APU-8': {
    source: 'docs/interface.md, Accessibility',
    behaviour: 'All of it works by keyboard and at 380 px, and axe finds nothing in either theme.',
  },
  'APU-10': {
    source: 'docs/interface.md, Approvals; docs/threat-model.md 96',
    behaviour:
      'No single key trusts a program or an address, accepts definitions or signs in; their buttons arm after 1,500 ms, and changed definitions start unselected.',
  },
  'APU-11': {
    source: 'docs/interface.md, Rules',
    behaviour:
      'Allowing for a conversation adds exactly the rule on its button; a tool that may destroy data gets one only for the call’s folders and hosts, with its other paths.',
  },
  'APU-12': {
    source: 'docs/interface.md, Rules',
    behaviour: 'A rule made from a call can be saved only if it lets that call through.',
  },
  'APU-13': {
    source: 'docs/interface.md, Keys',
    behaviour:
      'The key to requests stays in an open conversation and goes through its own first, from the one in view; without a request there, it lists those of other places.',
  },
  'APU-14': {
    source: 'docs/interface.md, Approvals',
    behaviour: 'The approval of two short arguments leads with the object of the call and takes at most 320 px.',
  },
  'APU-15': {
    source: 'docs/interface.md, Approvals',
    behaviour:
      'A request that can be answered on screen is announced by its card, its conversation and the count above it alone; the bar above the composer shows while it is out of view, and its call’s row has no button to it.',
  },
  'APU-16': {
    source: 'docs/interface.md, Approvals',
    behaviour:
      'A request that arrives at the end of the thread, or that the user goes to, shows its title; one that doesn’t fit begins 24 px below the top.',
  },
  'APU-17': {
    source: 'docs/interface.md, Approvals; docs/interface.md, Composer',
    behaviour:
      'While calls wait for approval, Enter in the composer denies the one it names, or all of a plan, with the text as the reason; Ctrl Enter sends the text after the turn.',
  },
  'APU-18': {
    source: 'docs/interface.md, Approvals',
    behaviour:
      'In a narrow window an approval has Deny, Allow and the way to other answers in one row of 44 px, and at least 55 % of the height for what it asks.',
  },
  'APU-20': {
    source: 'docs/interface.md, Approvals; docs/decisions.md 51',
    behaviour:
      'An approval that names a file leads with what the call makes of it and its diff, at most 320 px for a short change; its parts from elsewhere are underlined in the diff, Allow counts only after every changed line was shown, and the call then says whether the file changed as shown.',
  },
  'APU-21': {
    source: 'docs/interface.md, Approvals; docs/threat-model.md 95',
    behaviour:
      'Arguments are fields first: names as sent, texts with their own lines, lists with numbers; JSON and the exact bytes are beside them. Each view marks hidden characters, and Allow waits until one of them was on screen whole.',
  },
  'APU-9': {
    source: 'WCAG 2.2, 2.4.11; docs/interface.md, Approvals',
    behaviour:
      'Going to a question never takes away an answer that could be given: the answers stay in view with nothing on top of them, and a consent that can’t be given says why beside it and to a screen reader.',
  },
} satisfies Requirements
