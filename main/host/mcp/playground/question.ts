import {
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { isObject } from '../../../../shared/schema/json.ts'
import { toolFailure, onlyReads, type PlaygroundParts, words } from './parts.ts'

const form = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, title: 'Name', description: 'What to call you', minLength: 1, maxLength: 50 },
    drink: { type: 'string' as const, title: 'Drink', enum: ['tea', 'coffee', 'water'], default: 'tea' },
    sugar: { type: 'integer' as const, title: 'Sugar', description: 'Spoons', minimum: 0, maximum: 5, default: 0 },
    again: { type: 'boolean' as const, title: 'Come back tomorrow', default: false },
  },
  required: ['name', 'drink'],
}

/** A tool that asks the user something while it runs (elicitation), in either era's way. */
export function registerQuestion({ server }: PlaygroundParts): void {
  server.registerTool(
    'ask_me',
    {
      title: 'Ask me something',
      description: 'Asks you with a small form what to serve, and repeats what you said. Nothing is kept.',
      inputSchema: z.strictObject({}),
      annotations: onlyReads,
    },
    (_nothing, { mcpReq }) => {
      if (!showsForms(mcpReq, server))
        return toolFailure('This app did not offer to show forms for servers, so nobody was asked. Nothing was served.')
      return ask(mcpReq)
    },
  )
}

/** A client that names no mode supports forms (specification 2025-11-25, client/elicitation). */
function showsForms({ envelope }: ServerContext['mcpReq'], { server }: McpServer): boolean {
  const ofRequest: Record<string, unknown> = envelope ?? {}
  // oxlint-disable-next-line no-deprecated -- in the older era nothing else says what the app can do
  const capabilities = ofRequest[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  const elicitation = isObject(capabilities) ? capabilities['elicitation'] : undefined
  return isObject(elicitation) && (elicitation['form'] !== undefined || elicitation['url'] === undefined)
}

/** First request: the question. Second time, with the same request: the answer. */
function ask({ inputResponses }: ServerContext['mcpReq']): CallToolResult | InputRequiredResult {
  const answer = inputResponse(inputResponses, 'order')
  if (answer.kind === 'missing') {
    const question = inputRequired.elicit({ message: 'What may I bring you?', requestedSchema: form })
    return inputRequired({ inputRequests: { order: question } })
  }
  if (answer.kind !== 'elicit') return toolFailure('That was no answer to the form.')
  if (answer.action === 'accept') return words(`You said: ${JSON.stringify(answer.content ?? {})}`)
  return words(answer.action === 'decline' ? 'You declined, so nothing was served.' : 'You closed the form.')
}
