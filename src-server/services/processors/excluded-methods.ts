import { z } from 'zod'

const Types = z.array(z.string())

/** Returns the types of methods that a merchant leaves out of the page of a processor. */
export const excludedMethodsOf = ({
  excludedMethods,
}: {
  excludedMethods: string | null
}): string[] => (excludedMethods === null ? [] : Types.parse(JSON.parse(excludedMethods)))
