import type { Fixture } from './fixture.ts'
import { definitions } from './fixtures/definitions.ts'
import { folders, models } from './fixtures/models.ts'
import { handshakes } from './fixtures/handshakes.ts'
import { pins } from './fixtures/pins.ts'
import { canaries, processes } from './fixtures/processes.ts'
import { questions } from './fixtures/questions.ts'
import { results } from './fixtures/results.ts'
import { chosenTokens } from './fixtures/chosen-tokens.ts'
import { play, signIns } from './fixtures/sign-in.ts'
import { tasks } from './fixtures/tasks.ts'
import { wire } from './fixtures/wire.ts'

export const fixtures: Fixture[] = [
  ...wire,
  ...handshakes,
  ...processes,
  ...definitions,
  ...pins,
  ...results,
  ...tasks,
  ...models,
  ...folders,
  ...questions,
  ...signIns,
  ...chosenTokens.map(play),
]

/** Sets environment variables that a careless host would pass on. */
export function plantCanaries(): () => void {
  for (const name of canaries) process.env[name] ??= 'canary'
  return () => {
    for (const name of canaries) if (process.env[name] === 'canary') delete process.env[name]
  }
}
