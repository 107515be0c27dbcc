import type { Appearance } from '../../shared/config/settings.ts'
import { formatCount } from './format/time.ts'

type Choice<V extends string> = { title: string; help: string; values: Record<V, string> }

/** Each value of each choice has its word. */
type Choices = { [K in keyof Appearance]: Choice<Appearance[K]> }

/** Texts of the settings, except for models and keys (`settings-models.ts`). */
export const settings = {
  nav: 'Settings sections',
  parts: {
    models: 'Models',
    approvals: 'Approvals',
    appearance: 'Appearance',
    prompts: 'Prompts',
    keyboard: 'Keyboard',
    privacy: 'Privacy',
    limits: 'Limits and prices',
    network: 'Network',
    company: 'Company sign-in',
    installation: 'Installation',
    about: 'About',
  },
  advanced: 'Advanced',
  approvals: {
    lede: 'When a model’s calls need your approval. Only you can change this.',
    friction: 'Always asks',
    frictionShort: 'When definitions change, text comes from elsewhere, or data may be deleted',
    frictions: [
      'The tool’s definition changed since you allowed it. Models can’t see new or changed definitions until you review them.',
      'The arguments contain text from another server or an attachment, unless the rule allows it.',
      'The tool may delete data (its server doesn’t say otherwise), unless the rule allows it.',
    ],
    silence: 'If you don’t answer, the call waits. Stopping the turn or closing Atrium cancels it.',
    byHand: 'Tools that you run yourself don’t ask.',
    rules: 'Rules',
    rulesHelp: 'If several match, Deny wins, then the most specific.',
    none: 'No rules yet. Add one here, or when you approve a call.',
    inConversation: 'Open the conversation',
    ended: (end: string) => `ended ${end}`,
    paused: 'paused',
    outdated: 'definition changed, so it asks again',
    remove: 'Remove',
    removed: 'Rule removed.',
    edit: 'Edit…',
    editRule: (rule: string) => `Edit: ${rule}`,
    edited: 'Rule changed.',
    noToolNow: 'To edit this rule, start its server. The tool must be there.',
    noTool: 'To edit this rule, start its server. The tool must be there, with the definition that you allowed.',
    pause: 'Pause',
    pauseRule: (rule: string) => `Pause: ${rule}`,
    resume: 'Resume',
    resumeRule: (rule: string) => `Resume: ${rule}`,
    removeRule: (rule: string) => `Remove: ${rule}`,
  },
  limits: { lede: 'The most that a turn can use, and prices for its cost.' },
  stepLimit: {
    title: 'Step limit',
    help: 'After this many, a turn pauses and offers to continue.',
    unit: 'model messages',
    wrong: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
  },
  toolTokens: {
    title: 'Let models search for tools',
    help: 'When all definitions together take more, or a quarter of the model’s context.',
    unit: 'tokens',
  },
  compaction: {
    title: 'When the context is nearly full',
    help: 'The model can summarize earlier messages for itself. You keep them all, and can undo it.',
    choices: { ask: 'Ask me', automatic: 'Summarize automatically', never: 'Never summarize' },
    share: {
      title: 'Nearly full',
      help: 'From here on, Atrium asks or summarizes.',
      unit: '% of the model’s context',
    },
  },
  registry: {
    title: 'Registry',
    help: 'The list of published servers, asked when you open its page, search it or check for a new version.',
    wrong: 'Enter a URL with https://, or one on this computer, without ? and #.',
  },
  sessions: {
    title: 'Signed-in tabs',
    help: 'Tabs sign in with a link from the terminal. Atrium signs them out a day after their last use, and after a week.',
    self: 'This tab',
    since: 'Signed in {since}, last used {used}',
    rights: { read: 'can view', use: 'can chat and answer', admin: 'can change everything' },
    signOut: 'Sign out',
    signOutOf: (actor: string) => `Sign out ${actor}`,
    loading: 'Loading tabs…',
  },
  appearance: {
    lede: 'Every choice applies at once.',
    sample: {
      label: 'Sample of a conversation',
      you: 'What is due this week?',
      call: 'Read Text File',
      subject: 'garden.md',
      reply: 'Two things. Water the roses today:',
      code: 'const due = notes\n  .filter((note) => note.due < friday && !note.done)',
    },
    choices: {
      theme: { title: 'Theme', help: '', values: { system: 'System', light: 'Light', dark: 'Dark' } },
      textSize: {
        title: 'Text size',
        help: '',
        values: { small: 'Small', normal: 'Normal', large: 'Large', largest: 'Largest' },
      },
      chatWidth: {
        title: 'Chat width',
        help: '',
        values: { normal: 'Normal', wide: 'Wide', full: 'Full' },
      },
      density: { title: 'Density', help: '', values: { comfortable: 'Comfortable', compact: 'Compact' } },
      interfaceFont: {
        title: 'Interface font',
        help: '',
        values: { bundled: 'Inter', system: 'System' },
      },
      codeFont: {
        title: 'Code font',
        help: '',
        values: { bundled: 'JetBrains Mono', system: 'System' },
      },
      codeLines: {
        title: 'Long lines of code',
        help: '',
        values: { scroll: 'Scroll', wrap: 'Wrap' },
      },
      lineNumbers: {
        title: 'Line numbers',
        help: 'If lines don’t wrap.',
        values: { none: 'Hidden', shown: 'Shown' },
      },
      sendKey: {
        title: 'Key that sends',
        help: '',
        values: { enter: 'Enter', 'ctrl-enter': 'Ctrl Enter' },
      },
      openResults: {
        title: 'Open results',
        help: '',
        values: { pictures: 'Images', all: 'All', none: 'None' },
      },
      notify: {
        title: 'Notifications',
        help: 'While Atrium isn’t in front.',
        values: { all: 'Requests and replies', questions: 'Requests only', none: 'None' },
      },
      closing: {
        title: 'When the window is closed',
        help: 'In the background, turns continue. An icon in the system’s tray counts requests and opens the window.',
        values: { quit: 'Quit Atrium', stay: 'Keep running in the background' },
      },
    } satisfies Choices,
    closing: {
      inTab: 'Atrium keeps running when you close this tab. To end it, press Ctrl C in its terminal.',
      onMac: 'On macOS, Atrium keeps running without its window. To end it, choose Quit.',
    },
    notices: {
      notYet: 'Atrium hasn’t asked this browser yet for permission to show notifications.',
      allow: 'Allow notifications',
      blocked: 'This browser blocks notifications from Atrium. You can change that in its settings for this page.',
    },
  },
  keyboard: { lede: 'You can do everything from the keyboard. Every shortcut also has a button.' },
  privacy: {
    lede: 'Your data: where Atrium stores it, and who gets it.',
    onThisComputer: 'On this computer',
    conversations: {
      title: 'Conversations',
      text: 'On this computer, in your user account’s folder, unencrypted. Deleted conversations are hidden, then permanently deleted after 30 days.',
      import: 'Import conversations…',
    },
    audit: {
      title: 'Audit log',
      text: 'In the same folder, with the arguments and results of calls, so you can see what happened.',
      open: 'Open audit log',
    },
    reports: {
      title: 'Server logs and traffic',
      bound: 'Up to 8 MB per server',
      text: 'In the same folder: each server’s latest log lines, and the latest messages between it and Atrium. Permanently deleting a conversation also deletes all of these since it began.',
    },
    secrets: {
      title: 'Keys and secrets',
      count: (secrets: number) => formatCount(secrets, 'entry', 'entries'),
      text: 'Stored separately from settings and never shown again. If a known secret appears in incoming data, Atrium masks it, except for short values and ordinary words.',
    },
    models: {
      title: 'Sent to models',
      none: 'No models outside this computer',
      text: 'The conversation, its tools’ definitions and their results, and only to the model you chose for it.',
      ready: (places: string[]) => `Ready now: ${places.join(', ')}.`,
    },
    servers: {
      title: 'Sent to servers',
      see: 'See the servers',
      text: 'Arguments of calls you allowed or ran. Atrium can’t see what a server does with them.',
    },
    telemetry: {
      title: 'Telemetry',
      none: 'None',
      text: 'Atrium has no account and sends no usage data.',
      updates: (host: string) =>
        `It asks ${host} for a newer version once a day, as you chose. The request says nothing about you or your computer, and nothing is downloaded.`,
      noUpdates: 'It doesn’t check for updates.',
    },
  },
  installation: {
    lede: 'Checks what Atrium needs on this computer. Nothing is changed, and nothing is sent.',
    check: 'Check this installation',
    again: 'Check again',
    checking: 'Checking…',
    copy: 'Copy report without secrets, user name and home folder',
    findings: 'Findings',
    health: { notice: 'notice', problem: 'problem' },
    sum: (problems: number, notices: number) =>
      problems + notices === 0
        ? 'Everything is fine.'
        : [problems > 0 && formatCount(problems, 'problem'), notices > 0 && formatCount(notices, 'notice')]
            .filter(Boolean)
            .join(', '),
  },
  about: {
    lede: 'The MCP host that keeps you in charge.',
    version: 'Version',
    atrium: (version: string | undefined) => `Atrium ${version ?? ''}`,
    inTab: 'In a browser tab',
    inWindow: 'Desktop app',
    updates: {
      title: 'Updates',
      help: (host: string) =>
        `Once a day, Atrium asks ${host} for the newest version. It downloads and installs nothing.`,
      unknown: 'This copy of Atrium doesn’t know where its releases are published, so it can’t check for newer ones.',
      values: { daily: 'Check once a day', never: 'Don’t check' },
      check: 'Check now',
      checking: 'Checking…',
      never: 'Not checked yet.',
      current: (when: string) => `No newer version. Last checked ${when}.`,
      newer: (version: string) => `Atrium ${version} is available.`,
      failedAt: (when: string) => `Last tried ${when}.`,
      whatIsNew: (version: string) => `Changes in ${version}`,
      publisher: 'the publisher of Atrium',
      open: 'Open the download page',
    },
    licence: 'Licence',
    licenceText: 'MIT. The packages it is built with keep their own licences.',
    prices: 'Model prices',
    pricesText: 'As published by Anthropic on {date}. Your custom prices take precedence.',
    firstSteps: 'First steps',
    beginAgain: 'Show setup again',
  },
} as const
