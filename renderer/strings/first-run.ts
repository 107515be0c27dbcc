import { formatCount } from './format/time.ts'

/** Texts of the welcome page. */
export const firstRun = {
  title: 'Get started',
  welcome: {
    title: 'Welcome to Atrium',
    lede: 'Choose a model to get started. You can switch at any time, and nothing leaves this computer until you choose.',
    leave: 'Skip for now',
    pages: 'Pages',
    promise: 'No account. No telemetry.',
  },
  anthropic: {
    title: 'Connect Anthropic',
    lede: 'Use Claude with your own API key. Usually the best choice for many tools.',
    reliable: 'Chooses and chains tools reliably',
    goesTo: (host: string) => `Your messages and tool results go to ${host}`,
    paid: 'You pay Anthropic for what you use; each turn shows what it cost',
    key: 'Anthropic API key',
    keyShape: 'sk-ant-…',
    keyKept: 'Key saved. Enter a new one to replace it.',
    enterKey: 'Enter your key. It usually starts with sk-ant-.',
    check: 'Check key and continue',
    noModel: (host: string) => `${host} accepted the key but lists no models.`,
    offers: (host: string, models: number) => `Key accepted. ${host} offers ${formatCount(models, 'model')}.`,
    costs: (price: string) => `This one costs ${price}.`,
    model: 'Model',
    use: (model: string) => `Use ${model}`,
  },
  local: {
    title: 'Use a model on this computer',
    lede: 'Use a model running in Ollama, LM Studio, llama.cpp or vLLM.',
    offline: 'Free and offline. Atrium sends your messages nowhere else',
    slower: 'Slower, and more likely to choose the wrong tool',
    memory: 'Needs enough memory to run the model',
  },
  manual: {
    title: 'Explore without a model',
    lede: 'Atrium includes a playground with a dozen small tools. You choose each tool and see what it returns.',
    free: 'No key, no download, no cost',
    contained: 'The playground can’t reach your files or the network',
    raw: 'No written replies, only raw results',
    start: 'Start exploring',
  },
} as const
