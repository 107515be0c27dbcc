import { formatCount } from '../format/time.ts'

/** What the questions of servers say: forms and pages (in renderer/inbox/form and renderer/inbox/sign-in). */
export const questions = {
  waiting: (title: string) => `Waiting for you: ${title}`,
  cancel: 'Cancel',
  decline: 'Decline',
  unread: 'It can be answered when all of this has been on screen.',
  goesTo: {
    program: (server: string) => `Your answers go to ${server} (a program on this computer)`,
    remote: (server: string, host: string) => `Your answers go to ${server} (remote, ${host})`,
  },
  running: {
    /** Of several calls that run, or none, it is not known which one it is for. */
    none: 'It belongs to no call.',
    several: 'Atrium cannot tell which call this is for. Running on {server} now: {calls}.',
    gone: 'The calls that ran when it asked have ended.',
  },
  waitingHere: (server: string) => `${server} asks you something.`,
  refused: {
    title: 'Your answer did not count',
    close: 'Close',
  },
  withdrawn: {
    title: 'This is not asked any more',
    means: (server: string) =>
      `${server} took back its form, or what it was for has ended. Nothing that you wrote was sent.`,
  },
  form: {
    title: (server: string) => `${server} asks for details`,
    fields: (count: number) => formatCount(count, 'field'),
    problem: (problem: string) => `This form cannot be shown: ${problem}.`,
    none: 'It asks for no values. Submit says yes to the message.',
    submit: 'Submit',
    never: 'Never enter passwords here.',
    toFix: (count: number) => `${formatCount(count, 'answer')} to fix. Never enter passwords here.`,
    prefilled: (server: string) => `Prefilled by ${server}`,
    notKept: 'The storage of this window is full: what you write is lost when it is reloaded.',
    chosen: (count: number, of: number) => `${count} of ${of} chosen`,
    list: (title: string) => `Values of ${title}`,
    zone: (offset: string) => `UTC${offset}`,
  },
  secret: {
    some: (count: number) =>
      count === 1
        ? 'One of these fields seems to ask for a password or another secret.'
        : `${count} of these fields seem to ask for passwords or other secrets.`,
    message: 'The message seems to ask for a password or another secret.',
    means: (server: string) =>
      `Servers may not ask for secrets in a form, and ${server} would see what you write. Atrium has marked the server.`,
    insist: 'Answer anyway',
    insisted: (server: string) =>
      `You chose to answer anyway. ${server} sees what you write; the log does not keep it.`,
    obstacle: 'A form that asks for secrets is sent only after “Answer anyway”.',
    closed: 'Closed: it seems to ask for a secret.',
  },
  bounds: {
    between: (least: number, most: number) => `${least}–${most}`,
    from: (least: number) => `from ${least}`,
    to: (most: number) => `to ${most}`,
    characters: (range: string) => `${range} characters`,
    values: (range: string) => `${range} values`,
  },
  errors: {
    missing: 'This needs an answer.',
    'not-a-number': 'This is not a number.',
    'not-whole': 'Only whole numbers fit here.',
    'not-exact': 'This number is too large to be sent exactly.',
    'not-a-choice': 'This is none of the values to choose from.',
    'not-its-kind': 'A value of another kind is needed here.',
    'too-short': (length: number) => `At least ${formatCount(length, 'character')}.`,
    'too-long': (length: number) => `At most ${formatCount(length, 'character')}.`,
    'too-small': (figure: number) => `Not less than ${figure}.`,
    'too-big': (figure: number) => `Not more than ${figure}.`,
    'too-few': (count: number) => `Choose at least ${count}.`,
    'too-many': (count: number) => `Choose at most ${count}.`,
    formats: {
      email: 'This is not an e-mail address, such as name@example.com.',
      uri: 'This is not an address, such as https://example.com.',
      date: 'This is not a whole date.',
      'date-time': 'This is not a whole date and time.',
    },
  },
  url: {
    title: (server: string) => `${server} wants to open a page in your browser`,
    address: 'Address',
    copy: 'Copy address',
    facts: {
      askedBy: 'Asked by',
      here: 'on this computer',
      remote: (host: string) => `remote, ${host}`,
      goesTo: 'Goes to',
      own: 'the same host as the server',
      another: 'another host than the server’s',
      readsAs: 'Reads as',
      lookAlike: 'in letters that may only look like others',
      written: 'Written as',
      encrypted: 'Encrypted',
      https: 'Yes, https',
      http: 'No: it goes to a program on this computer',
    },
    means:
      'What you type there goes to that site. Atrium and the model do not see it. Nothing was fetched from it yet.',
    open: 'Open in browser',
    tooLong: (most: number) => `This window opens no address of more than ${most} characters.`,
  },
  visit: {
    title: (server: string) => `${server} waits until you are done on its page`,
    means: (server: string) =>
      `The page was opened in your browser. When you have done what it asks, say so, and ${server} goes on. It also goes on by itself when ${server} says that you are done.`,
    again: 'Open the page again',
    done: 'I’m done',
  },
  call: {
    form: (fields: number) =>
      fields === 0
        ? 'Paused: the server asks you something'
        : `Paused: the server needs ${formatCount(fields, 'answer')} from you`,
    url: 'Paused: the server wants you to visit a page',
    visit: 'Paused until you are done on the page',
    sampling: 'Paused: the server wants to use your model',
    review: 'Paused: an answer for the server waits for your review',
    signIn: 'Paused until you have signed in',
    mayWait: 'It may be waiting until you have signed in',
    several: (count: number) => `Paused: the server asks ${formatCount(count, 'question')}`,
  },
} as const
