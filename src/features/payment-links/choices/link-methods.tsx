import { Checkbox, NativeSelect, SimpleGrid } from '@mantine/core'
import type { Form } from '#client/lib/hooks/use-form.ts'
import { linkForm as texts } from '#client/texts/en/link-form.ts'
import { methodWords } from '#client/texts/en/methods.ts'
import { linkMethodTypes } from '#server/features/payment-links/payment-links.schema.ts'
import { methodTypeName } from '#server/shared/money/used-method.ts'
import type { LinkValues } from '../link-values.ts'
import { chosenTypes } from './link-method-values.ts'

const options = (['settings', 'some'] as const).map((value) => ({
  value,
  label: texts.methodsOptions[value],
}))

/** The methods that the processor's page offers to the link's payers. */
export function LinkMethodFields({ form }: { form: Form<LinkValues> }) {
  const { values, errors } = form
  const { 'data-field': field } = form.input('methodTypes')
  return (
    <>
      <NativeSelect label={texts.methods} data={options} {...form.input('methods')} />
      {values.methods === 'some' && (
        <Checkbox.Group
          label={texts.methodTypes}
          description={texts.methodTypesHelp}
          error={errors.methodTypes}
          value={chosenTypes(values)}
          onChange={(types) => form.set({ methodTypes: types.join(' ') })}
        >
          <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" mt="xs">
            {linkMethodTypes.map((type, index) => (
              <Checkbox
                key={type}
                size="sm"
                value={type}
                label={methodTypeName(type, methodWords)}
                // The first box takes the focus when the field is refused.
                {...(index === 0 && { 'data-field': field })}
              />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      )}
    </>
  )
}
