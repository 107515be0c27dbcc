/** Texts about endpoints and the keys that are entered for them. */
export const endpointWords = {
  secretInReply: (secret: string) =>
    `The model’s reply contained the secret ${secret}, so Atrium discarded it. Find where the model saw it, then replace the secret.`,
  keyMoved: (endpoint: string, from: string, to: string) =>
    `The key for ${endpoint} was entered for ${from || 'another URL'}, but ${endpoint} is now at ${to}, so nothing was sent. Enter it again in Settings, or confirm the new URL there.`,
  noEndpoint: (id: string) => `No endpoint named ${id}. Choose another model, or add it in Settings.`,
} as const
