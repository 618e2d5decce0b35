import { languages } from '#client/texts/languages.ts'
import { trpc } from '#client/trpc.ts'
import { chooseAsPerson, currentLanguage } from '../chosen-language.ts'
import { languageFor } from '../language-for.ts'
import { notify } from '../notify.tsx'
import { readProblem } from '../problem.ts'

/**
 * Returns a mutation that saves the person's language, and then reloads the page if it is in another one. `inMix` is
 * the language of the failure's title where the page mixes Italian and English.
 */
export function useSaveLanguage(inMix: 'it' | 'en') {
  return trpc.preferences.save.useMutation({
    onSuccess: (_, { language }) => {
      if (language !== currentLanguage) chooseAsPerson(language)
    },
    onError: (error) =>
      notify.error({
        title: languages.label[languageFor(inMix)],
        message: readProblem(error).detail,
      }),
  })
}
