/** Texts of the welcome page. */
export const firstRun = {
  title: 'Get started',
  welcome: {
    title: 'Welcome to Atrium',
    lede: 'Your model proposes, your tools act, you decide.',
    others: 'Other ways to start',
    leave: 'Skip for now',
    pages: 'Pages',
    servers: 'Bring your servers',
    promise: 'No account. No telemetry. Nothing leaves this computer until you choose.',
  },
  anthropic: {
    title: 'Connect Anthropic',
    lede: 'Use Claude with your own API key. Usually the best choice for many tools.',
    help: (host: string) =>
      `Kept in your secret store. Your messages and tool results go to ${host}, and you pay Anthropic for what you use.`,
    key: 'Anthropic API key',
    keyShape: 'sk-ant-…',
    keyKept: 'Key saved. Enter a new one to replace it.',
    enterKey: 'Enter your key. It usually starts with sk-ant-.',
    check: 'Check key and continue',
    unheard: (problem: string) => `${problem} Your key is saved.`,
    tryAgain: 'Try again',
    start: 'Start',
  },
  manual: {
    title: 'Try tools without a model',
    lede: 'Run the included sample tools yourself. They can’t reach your files or the network.',
    start: 'Open a sample tool',
  },
  local: {
    title: 'Use a model on this computer',
    lede: 'Ollama, LM Studio, llama.cpp or vLLM. Free and offline, but slower and more often wrong about tools.',
  },
  nextStep: {
    ask: 'You ran a tool. Next, let a model suggest calls for you.',
    connect: 'Connect a model',
  },
  other: {
    title: 'Use another provider',
    lede: 'OpenAI, OpenRouter, Azure, Google, Groq, Mistral, DeepSeek, Together, or any URL.',
  },
} as const
