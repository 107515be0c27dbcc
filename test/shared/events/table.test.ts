import { expect, test } from 'vitest'
import type { Descriptor } from '../../../shared/events/table.ts'
import { storedBlobs } from '../../../shared/events/stored-event.ts'
import { blobsOf } from '../../../shared/events/table.ts'
import { eventVersion } from '../../../shared/events/upcast.ts'
import type { StoredValue } from '../../../shared/schema/json.ts'
import { allSamples } from '../../host/journal/samples.ts'

/** The hashes of everything in a value that is stored outside its event. */
function storedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('blob' in value) return [String(value.blob)]
  return Object.values(value).flatMap(storedIn)
}

test('[JRN-12] names every stored value that an event carries', () => {
  for (const event of allSamples) expect(blobsOf(event)).toEqual(expect.arrayContaining(storedIn(event)))
})

test('[JRN-12] rejects at compile time an event that carries a stored value without saying so', () => {
  type Plain = { type: 'plain'; text: string; more: Record<string, { names: string[] }> }
  type Stored = { type: 'stored'; outcome: { state: 'ended'; parts: { data: StoredValue }[] } | { state: 'lost' } }
  type Listed = { type: 'listed'; set: { name: string; hash: string }[] }
  const plain: Descriptor<Plain> = {}
  // @ts-expect-error -- what it carries would be neither counted nor erased
  const silent: Descriptor<Stored> = {}
  // @ts-expect-error -- the same for definitions
  const unlisted: Descriptor<Listed> = { columns: () => ({ outcome: 'complete' }) }
  const said: Descriptor<Stored> = { blobs: () => ['hash'] }
  expect([plain, silent, unlisted, said].map((it) => 'blobs' in it)).toEqual([false, false, false, true])
})

test('[JRN-12] finds by a record’s text all values that its event refers to', () => {
  for (const event of allSamples)
    expect(storedBlobs({ version: eventVersion, body: JSON.stringify(event) }), event.type).toEqual([
      ...new Set(blobsOf(event)),
    ])
  expect(storedBlobs({ version: eventVersion, body: '{"blob":"' })).toEqual([])
})
