import type { Appearance } from '../../shared/config/settings.ts'
import { formatCount } from './format/time.ts'

type Choice<V extends string> = { title: string; help: string; values: Record<V, string> }

/** Each value of each choice has its word. */
type Choices = { [K in Exclude<keyof Appearance, 'theme'>]: Choice<Appearance[K]> }

/** Texts of the settings, except for models and keys (`settings-models.ts`). */
export const settings = {
  nav: 'Settings sections',
  parts: {
    models: 'Models and keys',
    approvals: 'Approvals',
    prompts: 'Prompts',
    company: 'Company sign-in',
    appearance: 'Appearance',
    privacy: 'Privacy and data',
    keyboard: 'Keyboard',
    installation: 'Installation',
    about: 'About',
  },
  approvals: {
    lede: 'When Atrium asks for your approval. Servers and models can’t change anything here.',
    called: 'When a tool is called',
    calledHelp: 'By a model. Tools you run yourself don’t ask.',
    rule: '{asks} Only your own rules can allow a call without asking.',
    asks: 'Atrium asks before every call.',
    friction: 'Always ask when',
    frictionHelp: 'Even if a rule would allow it.',
    frictions: [
      'the tool’s definition changed since you allowed it',
      'the arguments contain text from another server or an attachment, unless the rule allows it',
      'the tool may delete data (its server doesn’t say otherwise), unless the rule allows it',
    ],
    fresh: 'Models can’t see new or changed definitions until you review them.',
    silence: 'If you don’t answer',
    silenceHelp: 'Nothing is approved automatically.',
    silenceMeans: 'The call waits until you answer or stop the turn. Closing Atrium cancels it without running it.',
    rules: 'Rules',
    rulesHelp:
      'Create rules when you approve a call, or here. If several match, Deny wins, then the most specific rule.',
    none: 'No rules yet. Every call asks.',
    always: 'Always',
    inConversation: 'In one conversation',
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
  stepLimit: {
    title: 'Step limit',
    help: 'Pause after this many model messages in a turn and offer to continue.',
    wrong: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
  },
  toolTokens: {
    title: 'Tokens for tools',
    help: 'If the definitions of a conversation’s tools take more than this or a quarter of the model’s context, the model searches for tools instead of getting all of them.',
  },
  compaction: {
    title: 'When the context is nearly full',
    help: 'The conversation’s model can summarize earlier messages for itself. You keep all messages, and can read, edit and undo the summary. Without one, Atrium shortens long results.',
    choices: { ask: 'Ask me', automatic: 'Summarize automatically', never: 'Never summarize' },
    share: {
      title: 'Nearly full, in percent',
      help: 'Atrium asks or summarizes when a conversation fills this share of a model’s context.',
    },
  },
  registry: {
    title: 'Registry',
    help: 'The list of published servers. Atrium asks it when you open the registry’s page, search it or check for a new version.',
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
    lede: 'How Atrium looks, which key sends, and when it notifies you.',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    choices: {
      textSize: {
        title: 'Text size',
        help: '',
        values: { small: 'Small', normal: 'Normal', large: 'Large', largest: 'Largest' },
      },
      chatWidth: {
        title: 'Chat width',
        help: 'In a wide window.',
        values: { normal: 'Normal', wide: 'Wide', full: 'Full' },
      },
      density: { title: 'Density', help: '', values: { comfortable: 'Comfortable', compact: 'Compact' } },
      interfaceFont: {
        title: 'Interface font',
        help: 'For everything but code.',
        values: { bundled: 'Inter', system: 'System' },
      },
      codeFont: {
        title: 'Code font',
        help: 'For code, arguments and results.',
        values: { bundled: 'JetBrains Mono', system: 'System' },
      },
      codeLines: {
        title: 'Long lines of code',
        help: 'Each code block has a button for it.',
        values: { scroll: 'Scroll', wrap: 'Wrap' },
      },
      lineNumbers: {
        title: 'Line numbers',
        help: 'In code blocks whose lines don’t wrap.',
        values: { none: 'Hidden', shown: 'Shown' },
      },
      sendKey: {
        title: 'Key that sends',
        help: 'With Ctrl Enter, Enter starts a new line.',
        values: { enter: 'Enter', 'ctrl-enter': 'Ctrl Enter' },
      },
      openResults: {
        title: 'Open results',
        help: 'Shown without opening the call.',
        values: { pictures: 'Images', all: 'All', none: 'None' },
      },
      notify: {
        title: 'Notifications',
        help: 'While Atrium isn’t in front.',
        values: { all: 'Requests and replies', questions: 'Requests only', none: 'None' },
      },
      closing: {
        title: 'When the window is closed',
        help: 'In the background, turns continue, and an icon in the system’s tray counts requests. Its menu opens the window or quits Atrium. Starting Atrium again opens the window too.',
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
    lede: 'Your data: what Atrium stores and sends, and how to delete it.',
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
