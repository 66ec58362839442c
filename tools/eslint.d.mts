// What the tests use of eslint: written down, so that types are judged without the tools.
export class ESLint {
  constructor(options: {
    ruleFilter: (rule: { ruleId: string }) => boolean;
    overrideConfig: object;
  });
  lintText(
    text: string,
    options: { filePath: string },
  ): Promise<readonly { readonly messages: readonly { readonly message: string }[] }[]>;
}
