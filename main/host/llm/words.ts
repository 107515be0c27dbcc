/** Texts about models that can't be reached or don't reply: what happened, and what to do next. */
export const providerWords = {
  local: (name: string, host: string) => `${name} at ${host}`,
  noKey: (who: string) => `No key for ${who}.`,
  enterKey: 'Enter one in Settings.',
  badKey: (who: string) => `${who} rejected the key.`,
  checkKey: 'Check it in Settings.',
  noPermission: (who: string, model: string | undefined) => `${who} doesn’t let this key use ${model ?? 'its models'}.`,
  otherModelOrKey: 'Choose another model, or another key in Settings.',
  noModel: (who: string, model: string) => `${who} has no model named ${model}.`,
  otherModel: 'Choose another model.',
  noDeployment: (who: string, model: string) => `${who} has no deployment named ${model}.`,
  enterDeployment: 'Enter the name of your deployment as the model.',
  pullModel: (model: string) => `Choose another model, or run “ollama pull ${model}”.`,
  noTools: (who: string, model: string) => `${who} takes no tools for ${model}.`,
  noToolsNext: 'Choose another model, or turn the tools off in “Tools in this conversation”.',
  noToolsFor: {
    ollama: 'Choose a model whose “ollama show” lists tools, or turn the tools off in “Tools in this conversation”.',
    'llama-cpp': 'Start llama-server with --jinja and a model whose chat template has tools, or choose another model.',
    vllm: 'Start vLLM with --enable-auto-tool-choice and --tool-call-parser, or choose another model.',
    openrouter:
      'Choose a model that OpenRouter lists with tools, or turn the tools off in “Tools in this conversation”.',
  },
  noImages: (who: string, model: string) => `${who} takes no images for ${model}.`,
  noImagesNext: 'Choose a model that sees images, or start a new conversation without them.',
  noImagesFor: {
    'llama-cpp': 'Start llama-server with --mmproj and a model that sees images, or choose another model.',
  },
  dataPolicy: (who: string, model: string) =>
    `The privacy settings of your account at ${who} exclude every provider of ${model}.`,
  dataPolicyNext: 'Change them there, or choose another model.',
  loading: (who: string) => `${who} is still loading the model.`,
  emptyAnswer: (who: string) => `${who} sent an empty reply.`,
  emptyAnswerNext: 'Continue to try again, or choose another model.',
  minuteLimit: (who: string, limit: string, requested: string) =>
    `${who} allows this key ${limit} tokens per minute, and this conversation needs ${requested} at once.`,
  minuteLimitNext: 'Start a new conversation, turn some tools off, or raise the limit there.',
  rateLimited: (who: string) => `${who} limits how often you can use this key.`,
  overloaded: (who: string) => `${who} is overloaded.`,
  overloadedStill: 'Try again later, or choose another model.',
  continueIn: (wait: string) => `Continue in ${wait}.`,
  spendLimit: (who: string) => `This key has reached its spending limit at ${who}.`,
  raiseLimit: 'Raise it there, or enter another key in Settings.',
  tooLarge: (who: string) => `This conversation is too large for ${who}.`,
  startNew: 'Start a new one.',
  refusedForm: (theirs: string) => `The server refused the usual form of the request: “${theirs}”`,
  refused: (who: string, hint: string) => `${who} refused the request${hint}.`,
  startNewOrOtherModel: 'Start a new conversation, or choose another model.',
  proxy: (who: string, clause: string, advice: string): [reason: string, next: string] => [
    `${who} ${clause}.`,
    `${advice.charAt(0).toUpperCase()}${advice.slice(1)}.`,
  ],
  unreachable: (who: string, hint: string, api = 'Messages') => `No ${api} API responds at ${who}${hint}.`,
  expired: (who: string) => `The certificate of ${who} has expired.`,
  renewCertificate: 'Tell its operator, and check this computer’s clock.',
  otherHost: (who: string) => `The certificate of ${who} is for another host.`,
  checkHost: 'Check the URL in Settings, or tell the server’s operator.',
  untrusted: (who: string, code: string) => `Atrium doesn’t trust the certificate of ${who} (${code}).`,
  untrustedOf: (who: string, issuer: string, code: string) =>
    `Atrium doesn’t trust the certificate of ${who}, which “${issuer}” issued (${code}).`,
  trustCertificate:
    'If your company issued it, add the company’s certificate to this system. For a browser tab, name its file in NODE_EXTRA_CA_CERTS instead. Then restart Atrium.',
  checkUrl: (first: string) => `${first}, and the URL in Settings.`,
  checkBaseUrl: (example: string | undefined) =>
    example === undefined
      ? 'Check the URL in Settings; it usually ends in /v1.'
      : `Check the URL in Settings; it is usually ${example}.`,
  checkNetwork: 'Check the network',
  checkRunning: (name: string) => `Check that ${name} is running`,
  stalled: (who: string) => `${who} stopped responding.`,
  retry: 'Continue to try again.',
  tooMuch: (who: string, most: number) => `${who} sent more than ${most} MB in one reply.`,
  tooMuchNext: 'Continue to try again, or choose another model.',
  brokeOff: (who: string) => `The reply from ${who} broke off.`,
  failed: (who: string, hint: string) => `${who} failed${hint}.`,
  theirs: (words: string) => `The server said: “${words}”.`,
  retryLater: 'Continue in a minute.',
  overloadedBy: (tools: string, tokens: string, of: string) =>
    `The definitions of ${tools} tools take about ${tokens} of the model’s ${of} tokens: turn some off in “Tools in this conversation”, or choose another model.`,
  duration: (amount: number, unit: 'second' | 'minute') => `${amount} ${unit}${amount === 1 ? '' : 's'}`,
  tooManyTools: (tools: number, most: number) =>
    `This conversation has ${tools} tools, and this provider takes up to ${most}. Turn some off in “Tools in this conversation”, or choose another model.`,
  tooLargeForRequest: 'This conversation is too large for one request. Start a new one.',
} as const
