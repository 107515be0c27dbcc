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
import { toolFailure, onlyReads, type PlaygroundParts, textResult } from './parts.ts'
import { playgroundWords } from './words.ts'

const words = playgroundWords.question

const form = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, title: words.name, description: words.nameHelp, minLength: 1, maxLength: 50 },
    drink: { type: 'string' as const, title: words.drink, enum: ['tea', 'coffee', 'water'], default: 'tea' },
    sugar: {
      type: 'integer' as const,
      title: words.sugar,
      description: words.sugarHelp,
      minimum: 0,
      maximum: 5,
      default: 0,
    },
    again: { type: 'boolean' as const, title: words.again, default: false },
  },
  required: ['name', 'drink'],
}

/** A tool that asks the user something while it runs (elicitation), in either era's way. */
export function registerQuestion({ server }: PlaygroundParts): void {
  server.registerTool(
    'ask_me',
    {
      title: words.title,
      description: words.description,
      inputSchema: z.strictObject({}),
      annotations: onlyReads,
    },
    (_nothing, { mcpReq }) => {
      if (!showsForms(mcpReq, server)) return toolFailure(words.noForms)
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
    const question = inputRequired.elicit({ message: words.message, requestedSchema: form })
    return inputRequired({ inputRequests: { order: question } })
  }
  if (answer.kind !== 'elicit') return toolFailure(words.noAnswer)
  if (answer.action === 'accept') return textResult(words.accepted(JSON.stringify(answer.content ?? {})))
  return textResult(answer.action === 'decline' ? words.declined : words.closed)
}
