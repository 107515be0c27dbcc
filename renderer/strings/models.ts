import type { Profile } from '../../shared/config/settings.ts'
import { mostSentTools } from '../../shared/config/settings.ts'
import { formatCount } from './format/time.ts'

const approximate = [
  'Token counts are approximate, and cache use is unknown.',
  'Smaller models sometimes write a tool call as text. Atrium says so and never runs it.',
]
const imagesApart = 'Images from tools follow the result, and only models known to see images get them.'

/** Drawbacks of each kind of model server compared with Anthropic. */
const limitsOf: Record<Profile, readonly string[]> = {
  anthropic: [],
  openai: [],
  azure: ['Its list names base models. Enter the name of your deployment.'],
  openrouter: [],
  google: [],
  groq: [],
  mistral: [],
  deepseek: [],
  together: [],
  ollama: [
    ...approximate,
    imagesApart,
    'Ollama cuts long conversations without notice. It reports its limit only once the model is loaded.',
  ],
  'lm-studio': approximate,
  'llama-cpp': [
    ...approximate,
    imagesApart,
    'Tools need the option --jinja and a model whose chat template supports them.',
  ],
  vllm: [...approximate, 'Tools need the options --enable-auto-tool-choice and --tool-call-parser.'],
  other: ['Atrium knows nothing about this server, so it uses only the basics.', ...approximate],
}

/** Texts of the model picker, the cost, the system prompt and local models. */
export const models = {
  money: {
    underLeast: 'under $0.0001',
    partly: (cost: string) => `${cost} plus unpriced usage`,
    price: (input: string, output: string) => `${input} in, ${output} out per million tokens`,
    figures: (input: string, output: string) => `${input} / ${output}`,
  },
  gauge: {
    cost: 'Estimated cost so far',
    costBefore: 'Estimated cost so far: ',
    reported: 'Cost so far, as the provider reported it',
    reportedBefore: 'Cost so far, as the provider reported it: ',
    underOnePercent: 'under 1%',
    used: (used: number, limit: number) =>
      `${formatCount(used, 'token')} of ${formatCount(limit, 'token')} of context used`,
  },
  request: {
    menu: 'Next request…',
    open: 'show what the next request contains',
    title: 'Next request',
    loading: 'Measuring the next request…',
    about: (tokens: number) => `About ${formatCount(tokens, 'token')} before your next message.`,
    aboutOf: (tokens: number, limit: number, share: string) =>
      `About ${formatCount(tokens, 'token')} before your next message, ${share} of the ${formatCount(limit, 'token')} this model takes.`,
    estimate: 'Estimated from the texts; models count differently.',
    reported: (tokens: number) => `The model reported ${formatCount(tokens, 'token')} for the last request.`,
    searched: (all: number, kept: number, limit: number) =>
      `The model finds tools by searching: ${formatCount(all, 'tool')} exceed the limit of ${formatCount(limit, 'token')} or ${formatCount(mostSentTools, 'tool')}. ${kept === 0 ? 'The next request has none of them yet.' : `The next request has ${kept} of them, used or found here.`}`,
    limit: 'Change the limit',
    groups: { instructions: 'Instructions', tools: 'Tools', conversation: 'Conversation' },
    atrium: 'Atrium’s instructions',
    ofProject: (project: string) => `Your instructions for project ${project}`,
    yours: 'Your instructions',
    guide: (server: string) => `Instructions from ${server}`,
    share: (server: string) => `Share the instructions from ${server} with models`,
    tools: (server: string) => `Tools from ${server}`,
    switchTools: (server: string) => `Use tools from ${server} in this conversation`,
    ownTools: 'Atrium’s tools',
    messages: 'Your messages',
    summary: 'Summary of earlier turns',
    attachments: 'Attachments',
    oneByOne: (shown: number, all: number) =>
      shown < all ? `The largest ${shown} of ${all}, one by one` : 'One by one',
    leftOut: 'left out',
    replies: 'Replies and calls',
    results: (server: string) => `Results from ${server}`,
    otherResults: 'Results of Atrium’s tools',
    count: (count: number) => `${count}`,
    off: 'Off',
    foundFirst: 'found by search',
    tokens: (tokens: number) => formatCount(tokens, 'token'),
    budget: 'Budget in USD',
    budgetHelp:
      'When this conversation has cost this much, as far as prices are known, Atrium stops and says so. Empty: no limit.',
    budgetWrong: 'Enter an amount from 0.01 to 100,000, or nothing.',
    none: 'This conversation has no messages yet.',
    readOnly: 'View only. You can’t change this from this window.',
    done: 'Done',
  },
  picker: {
    label: (model: string) => `Model of this conversation: ${model}`,
    mayNot: 'View only. You can’t choose a model from this window.',
    none: 'No model',
    noneDetail: 'You choose the tools',
    noTools: 'No tool support',
    tools: 'Tools',
    images: 'Images',
    noImages: 'No images',
    lastUsed: 'Last used',
    more: (count: number) => `${formatCount(count, 'more model')}. Type to find them.`,
    older: (count: number) => formatCount(count, 'older model'),
    prices: 'in / out per million tokens',
    recommended: 'Recommended',
    context: (tokens: number) => `${new Intl.NumberFormat('en', { notation: 'compact' }).format(tokens)} context`,
    filter: 'Type to filter',
    filtered: (typed: string, model: string) => `“${typed}”: Enter chooses ${model}`,
    noMatches: (typed: string) => `No matches for “${typed}”. Backspace widens the search.`,
  },
  system: {
    menu: 'More for this conversation',
    add: 'Add a system prompt…',
    change: 'Change the system prompt…',
    mayNot: 'View only. You can’t change the system prompt from this window.',
    title: 'System prompt',
    label: 'Instructions for the model',
    afterProject: (project: string) => `The instructions of project ${project} come before these.`,
    help: 'Sent with every request in this conversation, after Atrium’s own prompt. It grants no permissions: calls ask as before.',
    cancel: 'Cancel',
    save: 'Save',
  },
  local: {
    look: 'Find local models',
    lookAgain: 'Search again',
    looking: 'Searching…',
    aboutLooking:
      'Atrium asks ports 11434, 1234, 8080 and 8000 on this computer for their models and sends nothing else.',
    elsewhere: '{nothing} If yours runs elsewhere, add its URL in {settings}.',
    nothing: 'No model server found on this computer’s usual ports. Start one, then search again.',
    noModel: (place: string) => `${place} is running but has no models. Load one, then search again.`,
    answers: (place: string, count: number) => `${place} is running here with ${formatCount(count, 'model')}.`,
    noTools: 'This model doesn’t support tool calls.',
    label: 'Local model',
    option: (model: string, tools: boolean) => (tools ? model : `${model}, no tool support`),
    use: (model: string) => `Use ${model}`,
    limits: 'Limitations',
    limitsOf,
  },
} as const
