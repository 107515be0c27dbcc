import { formatCount } from '../format/time.ts'

/** Texts about servers' apps in the conversation. Loaded with the parts that need them. */
export const apps = {
  /** The hosts and permissions that an app names, and why Atrium refuses some. */
  reach: {
    lists: {
      connect: 'Sends and receives data',
      resource: 'Loads scripts, styles and images',
      frame: 'Shows other sites',
      base: 'Resolves links',
    },
    refused: {
      form: 'Refused: not an https:// host',
      wildcard: 'Refused: a wildcard',
      address: 'Refused: an IP address',
      local: 'Refused: this computer or its network',
      frames: 'Refused: another site inside the app',
    },
    hosts: 'Hosts',
    none: 'The app names no hosts.',
    more: 'More',
    leftOut: (count: number) => `Atrium didn’t look at ${formatCount(count, 'further host')}.`,
    permissions: 'Permissions',
    permissionsRefused: 'permissions it names; Atrium grants none',
    document: 'Document',
    size: (size: string, hash: string) => `${size}, ${hash}…`,
  },
  ask: {
    title: 'Show this app?',
    titleAgain: 'Show the changed app?',
    asks: '{server} has an app for the result of {tool}. It’s a program by {server} and runs in a closed frame.',
    changed: 'The app changed since you allowed it.',
    getsAndSends: 'It gets this call’s arguments and result, and can send them to the hosts below.',
    gets: 'It gets this call’s arguments and result. It can’t reach any host.',
    uri: 'URI',
    before: 'Hosts before',
    noneBefore: 'None',
    means: 'Your answer counts for exactly this document. Atrium asks again when it or its hosts change.',
    unread: 'Scroll to the end to enable Show app.',
    leave: 'Not now',
    show: 'Show app',
  },
  place: {
    name: (server: string) => `App of ${server}`,
    by: (server: string) => `by ${server}`,
    never: 'Atrium never asks for passwords or keys here.',
    show: 'Open app',
    reading: (server: string) => `Loading app from ${server}…`,
    asking: 'Waiting for your answer below',
    starting: 'Starting app…',
    late: (server: string) => `The app hasn’t started. The result of ${server} is below.`,
    failed: (problem: string) => `Couldn’t show the app. ${problem}`,
    resultStays: 'The result is below.',
    tryAgain: 'Try again',
  },
  /** Calls that an app makes by itself. */
  calls: {
    made: (count: number, server: string) =>
      `This app made ${formatCount(count, 'call')} to ${server}. Models don’t get the results.`,
    show: 'Show in audit log',
    held: (server: string) => `The app made 60 calls to ${server} in a minute. Further calls wait for you.`,
    goOn: 'Let it continue',
  },
  bar: {
    source: 'Show source',
    sourceOf: (server: string) => `Source of an app by ${server}`,
    close: 'Close app',
    larger: 'Fill the window',
    smaller: 'Back to the conversation',
  },
} as const
