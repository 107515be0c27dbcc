import type { Launch } from '../../shared/asks.ts'
import { strings } from '../strings/strings.ts'
import { containerOf } from './containers.ts'
import { fetchedBy } from './package-runners.ts'
import { programsOf, raisesRights, scriptOf } from './wrapped-program.ts'

const words = strings.inbox.warnings

/** `detail` holds words of the command: it is shown like them, hidden characters revealed. */
export type CommandWarning = { title: string; detail: string }

/** Variables by which a runtime or the system's loader is told to load more code. */
const loaders =
  /^(NODE_OPTIONS|NODE_PATH|LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|PYTHONPATH|PYTHONSTARTUP|PYTHONHOME|PERL5OPT|PERL5LIB|RUBYOPT|RUBYLIB|JAVA_TOOL_OPTIONS|BASH_ENV|ENV|PATH)$/i

/**
 * What can be told of a command by its words alone. It looks into shells, `env` and `sudo`, and stays silent where it
 * cannot know: no warning does not mean that a command is harmless.
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
  const names = environment
    .filter(({ name, from }) => from !== 'inherited' && loaders.test(name))
    .map(({ name }) => name)
  return [
    warn(loose, words.looseVersion),
    warn(runners, words.downloads),
    warn(
      programs.filter((program) => scriptOf(program) !== undefined).map(({ name }) => name),
      words.shell,
    ),
    warn(mounts, words.mounts),
    warn(raisers, words.moreRights),
    warn(names, words.loader),
  ].flat()
}

type Words = { title: string; detail(what: string): string }

function warn(about: string[], { title, detail }: Words): CommandWarning[] {
  return about.length === 0 ? [] : [{ title, detail: detail([...new Set(about)].join(', ')) }]
}
