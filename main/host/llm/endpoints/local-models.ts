import type { LocalModels } from '../../../../shared/events/events.ts'
import { parseJson, type JsonValue } from '../../../../shared/schema/json.ts'
import type { Profile } from '../../../../shared/config/settings.ts'
import { readBodyText } from '../openai/exchange.ts'
import { modelEntries, ownerOf, readModels } from '../openai/model-list.ts'

/** A port of this computer on which a model server usually listens. */
export type LocalPort = { port: number; profile: Profile }

/**
 * Two of these ports belong to model servers alone; many programs use the other two, so those must identify themselves.
 */
export const usualPorts: LocalPort[] = [
  { port: 11434, profile: 'ollama' },
  { port: 1234, profile: 'lm-studio' },
  { port: 8080, profile: 'other' },
  { port: 8000, profile: 'other' },
]

const waitMs = 1500
const largestAnswer = 1024 * 1024

/** The URL of a port on this computer. */
export const localUrl = (port: number): string => `http://127.0.0.1:${port}`

/** The list that tells most about a server's models; the one they all have if its kind isn't known by the port. */
const listOf = (profile: Profile): string => (profile === 'lm-studio' ? '/api/v0/models' : '/v1/models')

/** Asks each port for its models with one GET without data, and returns those that gave a list. */
export async function findLocalModels(ports: LocalPort[], fetch = globalThis.fetch): Promise<LocalModels[]> {
  const found = await Promise.all(ports.map((port) => probe(port, fetch)))
  return found.flatMap((it) => it ?? [])
}

async function probe({ port, profile }: LocalPort, fetch: typeof globalThis.fetch): Promise<LocalModels | undefined> {
  const address = localUrl(port)
  const data = modelEntries(await ask(`${address}${listOf(profile)}`, fetch))
  if (!data) return undefined
  const kind = ownerOf(data) ?? profile
  return {
    profile: kind,
    // Nearly every server that doesn't name itself has OpenAI's API.
    ...(kind === 'other' ? { baseUrl: `${address}/v1`, wire: 'chat' as const } : { baseUrl: address }),
    models: readModels(data.slice(0, 500)).map(({ info }) => info),
  }
}

/** The JSON at a URL; undefined if nothing answers in time, or the answer isn't JSON. */
async function ask(url: string, fetch: typeof globalThis.fetch): Promise<JsonValue | undefined> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      credentials: 'omit',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(waitMs),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      return undefined
    }
    return parseJson(await readBodyText(response, largestAnswer))
  } catch {
    return undefined
  }
}
