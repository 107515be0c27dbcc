import type { Requirements } from '../types.ts'

export const headless = {
  'CLI-1': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'What a rule allows runs, and its result comes back as the server gave it',
  },
  'CLI-2': {
    source: 'docs/cli.md, Calling tools; docs/threat-model.md P6',
    behaviour:
      'What would ask is put to whoever answers; where nobody can, it does not run, and the command ends with 3',
  },
  'CLI-3': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'A program that was not trusted is not started before somebody who was asked trusts it',
  },
  'CLI-4': {
    source: 'docs/cli.md, Calling tools',
    behaviour:
      'The text of a result and its data, or with --json all of it, is on standard output, and nothing else is',
  },
  'CLI-5': {
    source: 'docs/cli.md, Calling tools',
    behaviour:
      'A rule that denies, denies a call from the command line, and so does no session that is judged get past it',
  },
  'CLI-6': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'Wrong arguments, and servers and tools that there are not, end with 2 and nothing is sent',
  },
  'CLI-7': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'Arguments are given one by one, as an object, or through the pipe',
  },
  'CLI-8': {
    source: 'docs/decisions.md 19',
    behaviour: 'While an Atrium has the data folder, a command ends with 4 and says so',
  },
  'CLI-9': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'An error of the tool is printed as its result, and ends with 1',
  },
  'CLI-10': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'Ctrl+C cancels the call, says whether the tool may have run, and ends with 130',
  },
  'CLI-11': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'Only the server that is called is started, and nothing of the others is changed',
  },
  'CLI-12': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'A call is a turn of the person at the terminal, in the log and in the app as any other',
  },
  'CLI-13': {
    source: 'docs/architecture.md, Third-party text',
    behaviour: 'A tool that waits for a review is marked in the list, and a call of it asks for the review',
  },
  'CLI-14': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'The tools of a server are listed, one a line or by their definitions',
  },
  'CLI-15': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'A server that is turned off or fails ends the command with 1 and the reason',
  },
  'CLI-16': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'serve is the host with its pages at a loopback address, as the browser shell is',
  },
  'CLI-17': {
    source: 'docs/threat-model.md P6',
    behaviour: 'At a terminal a call is shown with exactly what would be sent; only yes lets it run, for this once',
  },
  'CLI-18': {
    source: 'docs/architecture.md, States',
    behaviour: 'At a terminal the program is shown before it is started; no changes nothing',
  },
  'CLI-19': {
    source: 'docs/architecture.md, An elicitation',
    behaviour:
      'What a server asks during a call is asked at the terminal: forms field by field, pages by their address',
  },
  'CLI-24': {
    source: 'docs/cli.md, Calling tools',
    behaviour: 'Without a terminal, what a server asks during a call is declined at once, and it is said why',
  },
  'CLI-20': {
    source: 'docs/architecture.md, Third-party text',
    behaviour: 'At a terminal new and changed definitions are shown whole, beside what they were, and accepted or not',
  },
  'CLI-21': {
    source: 'docs/architecture.md, Third-party text',
    behaviour:
      'On a terminal no text of a server steers it: control and hidden characters are shown by their code points',
  },
  'CLI-22': {
    source: 'docs/threat-model.md P6',
    behaviour: 'Only a line that came after a question could be read answers it; the end of the input is no answer',
  },
  'CLI-23': {
    source: 'docs/cli.md, Calling tools',
    behaviour:
      'A sign-in is asked for at the terminal, which tells where it is done, and goes on by itself; else it ends with 3',
  },
  'CLI-25': {
    source: 'docs/cli.md, Importing servers',
    behaviour:
      'The command line shows what the servers of another application’s file would become, without values of variables; only with --add are they added, and nothing of them runs before the review in Atrium.',
  },
  'CLI-34': {
    source: 'docs/threat-model.md 262',
    behaviour:
      'Each line of a third party’s text in a question at the terminal begins with a mark, after any kind of line end, so none can pass for Atrium’s.',
  },
  'CLI-40': {
    source: 'docs/cli.md, Checking the installation',
    behaviour:
      'The installation is checked part by part, with one sentence and advice for each finding, also beside a running Atrium and on one that does not start; nothing is changed',
  },
  'CLI-42': {
    source: 'docs/cli.md, Checking the installation',
    behaviour:
      'While an Atrium uses the data folder, the check says of each running server what its page says: missing tools, and places where other computers reach it.',
  },
  'CLI-41': {
    source: 'docs/cli.md, Checking the installation',
    behaviour: 'What the check prints or copies has no secrets, no user name and no home folder',
  },
} satisfies Requirements
