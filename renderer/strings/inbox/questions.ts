import { formatCount } from '../format/time.ts'

/** Texts for requests from servers: forms and pages (in renderer/inbox/form and renderer/inbox/sign-in). */
export const questions = {
  waiting: (title: string) => `Waiting for you: ${title}`,
  /** Instead of a question that can't be drawn. */
  unreadable: {
    title: 'A question Atrium can’t show',
    refuse: 'Refuse',
    refusedOnly: 'You can only refuse a question that isn’t shown in full.',
  },
  cancel: 'Cancel',
  decline: 'Decline',
  unread: 'Scroll to the end to answer.',
  goesTo: {
    program: (server: string) => `Your answers go to ${server} (a program on this computer)`,
    remote: (server: string, host: string) => `Your answers go to ${server} (remote, ${host})`,
  },
  running: {
    /** If no call or several calls run, it isn't known which one the request is for. */
    none: 'Not part of a call.',
    several: 'Atrium can’t tell which call this is for. Running on {server} now: {calls}.',
    gone: 'The calls running when it asked have ended.',
  },
  waitingHere: (server: string) => `${server} needs your answer.`,
  askedAgo: (ago: string) => `Asked ${ago} ago; servers often stop waiting after 60 s.`,
  refused: {
    title: 'Your answer wasn’t recorded',
    close: 'Close',
  },
  withdrawn: {
    title: 'No longer needed',
    means: (server: string) => `${server} withdrew this form, or its call has ended. Nothing you entered was sent.`,
  },
  ended: {
    means: (server: string, time: string) => `A request from ${server} ended before you answered it (${time}).`,
    dismiss: 'Dismiss',
  },
  form: {
    title: (server: string) => `${server} asks for details`,
    fields: (count: number) => formatCount(count, 'field'),
    problem: (problem: string) => `Atrium can’t show this form: ${problem}.`,
    leftOut: (count: number) => `${formatCount(count, 'optional field')} can’t be shown here, so nothing is sent for:`,
    more: (count: number) => ` and ${count} more`,
    none: 'Nothing to fill in. Submitting agrees to the message.',
    submit: 'Submit',
    never: 'Never enter passwords here.',
    toFix: (count: number) => `${formatCount(count, 'field')} to fix. Never enter passwords here.`,
    prefilled: (server: string) => `Prefilled by ${server}`,
    notKept: 'Storage is full. Your answers will be lost if you reload.',
    zone: (offset: string) => `UTC${offset}`,
  },
  secret: {
    some: (count: number) =>
      count === 1
        ? 'One of these fields seems to ask for a password or another secret.'
        : `${count} of these fields seem to ask for passwords or other secrets.`,
    message: 'The message seems to ask for a password or another secret.',
    means: (server: string) =>
      `Servers aren’t allowed to ask for secrets in a form, and ${server} would see what you type. Atrium has flagged this server.`,
    doubt: 'This may ask for a password or another secret.',
    doubtMeans: (server: string) =>
      `Servers aren’t allowed to ask for secrets in a form, and ${server} would see what you type.`,
    insist: 'Answer anyway',
    insisted: (server: string) =>
      `You chose to answer anyway. ${server} sees what you type. The audit log does not keep it.`,
    obstacle: 'To send this form, choose “Answer anyway” first.',
    closed: 'Closed: it seems to ask for a secret.',
  },
  url: {
    title: (server: string) => `${server} wants to open a page in your browser`,
    address: 'URL',
    copy: 'Copy URL',
    facts: {
      askedBy: 'Asked by',
      here: 'on this computer',
      remote: (host: string) => `remote, ${host}`,
      site: 'Site',
      goesTo: 'Goes to',
      own: 'the server’s own host',
      another: 'not the server’s own host',
      readsAs: 'Reads as',
      lookAlike: 'may contain look-alike letters',
      written: 'Written as',
      encrypted: 'Encrypted',
      https: 'Yes, https',
      http: 'No: it goes to a program on this computer',
    },
    means:
      'Anything you type there goes to that site. Atrium and the model can’t see it. Atrium hasn’t loaded the page.',
    open: 'Open in browser',
    tooLong: (most: number) => `This window can’t open a URL longer than ${most} characters.`,
  },
  visit: {
    title: (server: string) => `Finish on ${server}’s page`,
    means: (server: string) =>
      `The page was opened in your browser. When you’ve finished there, choose “I’m done”. ${server} may also continue on its own.`,
    again: 'Open the page again',
    done: 'I’m done',
  },
  call: {
    form: (fields: number) =>
      fields === 0
        ? 'Paused: the server needs your answer'
        : `Paused: the server needs ${formatCount(fields, 'answer')} from you`,
    url: 'Paused: the server wants you to visit a page',
    visit: 'Paused until you finish on the page',
    sampling: 'Paused: the server wants to use your model',
    review: 'Paused: a reply for the server needs your review',
    signIn: 'Paused until you sign in',
    mayWait: 'May be waiting for you to sign in',
    several: (count: number) => `Paused: the server has ${formatCount(count, 'request')} for you`,
  },
} as const
