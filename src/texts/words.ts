/**
 * The shape of a dictionary without its words, so that one in another language must have every key and no
 * other, with functions of the same values.
 */
export type Words<T> = T extends string
  ? string
  : T extends (...values: infer V) => infer R
    ? (...values: V) => Words<R>
    : T extends readonly (infer E)[]
      ? readonly Words<E>[]
      : T extends object
        ? { readonly [K in keyof T]: Words<T[K]> }
        : T
