import { formatCount } from './format/time.ts'

/** The ways to begin. */
export const firstRun = {
  title: 'Ways to begin',
  welcome: {
    title: 'Welcome to Atrium',
    lede: 'A model proposes, tools act, and you decide. Choose who proposes. You can change it any time, and nothing leaves this computer before you do.',
    leave: 'Look around first',
    pages: 'Pages',
    promise: 'No account. No telemetry.',
  },
  anthropic: {
    title: 'Connect Anthropic',
    lede: 'Use Claude with your own key. Usually the best at working with many tools.',
    reliable: 'Chooses and chains tools reliably',
    goesTo: (host: string) => `Your messages and tool results go to ${host}`,
    paid: 'You pay Anthropic for what you use; each turn shows what it cost',
    key: 'Your key of the Anthropic API',
    keyShape: 'sk-ant-…',
    keyKept: 'A key is kept; or another one',
    enterKey: 'Enter the key; it usually begins with sk-ant-.',
    check: 'Check key and continue',
    noModel: (host: string) => `${host} took the key and offers no model.`,
    offers: (host: string, models: number) => `${host} took the key and offers ${formatCount(models, 'model')}.`,
    costs: (price: string) => `This one costs ${price}.`,
    model: 'Model',
    use: (model: string) => `Use ${model}`,
  },
  local: {
    title: 'Use a model on this computer',
    lede: 'With Ollama, LM Studio, llama.cpp or vLLM running here, their models can answer.',
    offline: 'Works offline and costs nothing; Atrium sends your words nowhere else',
    slower: 'Slower, and more often wrong about which tool to use',
    memory: 'Needs the memory that the model needs',
  },
  manual: {
    title: 'Explore without a model',
    lede: 'A playground with a dozen small tools is included. You choose each tool yourself and see what it returns.',
    free: 'No key, no download, no cost',
    contained: 'The playground reaches no file and no network',
    raw: 'Nobody answers in sentences; you see raw results',
    start: 'Start exploring',
  },
} as const
