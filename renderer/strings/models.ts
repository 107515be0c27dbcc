import { formatCount } from './format/time.ts'

/** Which model answers, what it costs, and what it is told. */
export const models = {
  money: {
    underLeast: 'under $0.0001',
    partly: (cost: string) => `${cost} and what has no price`,
    price: (input: string, output: string) => `${input} in, ${output} out per million tokens`,
  },
  gauge: {
    cost: 'What this conversation has cost so far, by the known prices',
    costBefore: 'This conversation has cost ',
    underOnePercent: 'under 1%',
    used: (used: number, limit: number) =>
      `${formatCount(used, 'token')} of ${formatCount(limit, 'token')} of context used`,
  },
  picker: {
    label: (model: string) => `Model of this conversation: ${model}`,
    mayNot: 'This window may look but not choose.',
    none: 'No model',
    noneDetail: 'You choose the tools; nothing is sent to any model',
    noTools: 'Was not made to call tools',
  },
  system: {
    menu: 'More for this conversation',
    add: 'Add a system prompt…',
    change: 'Change the system prompt…',
    mayNot: 'This window may look but not change it.',
    title: 'System prompt',
    label: 'What the model should know and keep to',
    help: 'It goes with every request of this conversation, after Atrium’s own words. It allows nothing: calls ask as before.',
    cancel: 'Cancel',
    save: 'Save',
  },
  local: {
    look: 'Look on this computer',
    lookAgain: 'Look again',
    aboutLooking:
      'Looking asks the ports 11434, 1234, 8080 and 8000 of this computer which models they have, and sends nothing else.',
    elsewhere: '{nothing} If yours listens elsewhere, add its address in {settings}.',
    nothing: 'Nothing answered on the usual ports of this computer. Start the server for models, then look again.',
    noModel: (place: string) => `${place} answered and has no model yet. Load one there, then look again.`,
    answers: (place: string, count: number) => `${place} answers here with ${formatCount(count, 'model')}.`,
    noTools: 'This model was not made to call tools.',
    label: 'Model on this computer',
    option: (model: string, tools: boolean) => (tools ? model : `${model}, cannot call tools`),
    use: (model: string) => `Use ${model}`,
    limits: 'What works less well there',
  },
} as const
