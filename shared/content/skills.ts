/** A file of a skill, by its URI; `size` in bytes. */
export type SkillFile = { uri: string; size: number }

/**
 * A skill as its server lists it; its files aren't fetched yet. `set` is the hash of its files' URIs and digests: an
 * approval is bound to it.
 */
export type ListedSkill = { uri: string; name: string; description: string; set: string; files: SkillFile[] }

/** A server's skills. `refused` are entries that can't be used, each with a sentence. */
export type SkillList = {
  /** Whether the server declares skills at all. */
  isOffered: boolean
  skills: ListedSkill[]
  refused: { uri: string; problem: string }[]
}
