import type { Launch } from '../asks/asks.ts'
import { containerOf } from './containers.ts'
import { fetchedBy } from './package-runners.ts'
import { namesWith } from './variables.ts'
import { riskWords as words } from './words.ts'
import { programsOf, raisesRights, scriptOf } from './wrapped-program.ts'

/** `detail` contains words of the command: show it like them, with hidden characters revealed. */
export type CommandWarning = { title: string; detail: string }

/**
 * Warnings about a command, judged by its words alone. Looks into shells, `env` and `sudo`, and stays silent when
 * unsure: no warning doesn't mean that a command is harmless.
 */
export function commandWarnings({
  command,
  args,
  environment,
}: Pick<Launch, 'command' | 'args' | 'environment'>): CommandWarning[] {
  const programs = programsOf(command, args)
  const fetched = programs.flatMap((program) => fetchedBy(program) ?? [])
  const contained = programs.flatMap((program) => containerOf(program) ?? [])
  const loose = [
    ...fetched.flatMap(({ packages }) => packages.filter(({ isFixed }) => !isFixed).map(({ spec }) => spec)),
    ...contained.flatMap(({ image, isFixed }) => (image === undefined || isFixed ? [] : [image])),
  ]
  const runners = [...fetched.map(({ runner }) => runner), ...contained.map(({ program }) => program)]
  const mounts = contained.flatMap((container) => container.mounts)
  const raisers = programs.filter(raisesRights).map(({ name }) => name)
  const names = [
    ...environment.flatMap(({ name, from }) => (from === 'inherited' ? [] : [name])),
    ...programs.flatMap(({ sets }) => sets),
  ]
  return [
    warn(loose, words.looseVersion),
    warn(runners, words.downloads),
    warn(
      programs.filter((program) => scriptOf(program) !== undefined).map(({ name }) => name),
      words.shell,
    ),
    warn(mounts, words.mounts),
    warn(raisers, words.moreRights),
    warn(namesWith('loader', names), words.loader),
    warn(namesWith('source', names), words.source),
    warn(namesWith('network', names), words.network),
    warn(namesWith('unusual', names), words.unusual),
  ].flat()
}

type Words = { title: string; detail(what: string): string }

function warn(about: string[], { title, detail }: Words): CommandWarning[] {
  return about.length === 0 ? [] : [{ title, detail: detail([...new Set(about)].join(', ')) }]
}
