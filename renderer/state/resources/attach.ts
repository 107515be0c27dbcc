import { useState } from 'react'
import type { ReadResource } from '../../../shared/contract/offer-commands.ts'
import { composerKey } from '../composer/attachments.ts'
import { picked } from '../composer/picked.ts'
import { resources } from '../../strings/resources.ts'
import type { ResourceChoice } from './use-choice.ts'
import type { Readings } from './use-readings.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'

const words = resources.picker

type Read = { server: string; uri: string; name: string; reading: ReadResource; live: boolean }

/** Adds a resource as read to the draft; says why if it can't be added. */
export function attachRead(
  conversation: string | undefined,
  { server, uri, name, reading, live }: Read,
): string | undefined {
  const { handle, contents, canFollow, fetched, folder } = reading
  if (folder) return resources.folder.cannot
  const bytes = contents.reduce((sum, content) => sum + content.bytes, 0)
  return picked.add(composerKey(conversation), {
    type: 'resource',
    handle,
    server,
    uri,
    name,
    bytes,
    mimeType: contents[0]?.mimeType,
    contents,
    canFollow,
    live: live && canFollow,
    ...(fetched && { fetched }),
  })
}

/** Reads the selection and attaches it; what can't be read or doesn't fit stays selected, each with a sentence. */
export function useAttach(conversation: string | undefined, readings: Readings, choice: ResourceChoice) {
  const [failed, setFailed] = useState<string[]>([])
  const run = async (): Promise<boolean> => {
    setFailed([])
    const ends = await Promise.all(
      choice.chosen.map(async (one) => ({ one, reading: await readings.read(one.server, one.uri) })),
    )
    const problems = ends.map(({ one, reading }) => {
      if (reading.state === 'failed') return reading.problem
      return attachRead(conversation, { ...one, reading, live: choice.isLive(one.server, one.uri) })
    })
    choice.drop(ends.flatMap(({ one }, index) => (problems[index] === undefined ? [one] : [])))
    const sentences = ends.flatMap(({ one }, index) => {
      const problem = problems[index]
      return problem === undefined ? [] : [`${words.notAttached(plainLabel(one.name, 60))} ${problem}`]
    })
    setFailed(sentences)
    return sentences.length === 0
  }
  return { run, failed }
}
