// Services for the workflow programs, named by symbols: S1 adds 1, S2 multiplies by 10, S3 by 100, S4 adds
// all it is given, BAD fails.

interface Symbol {
  readonly kind: 'symbol';
  readonly name: string;
}

export async function invoke(service: Symbol, inputs: readonly number[]): Promise<number> {
  await Promise.resolve();
  const sum = inputs.reduce((total, x) => total + x, 0);
  switch (service.name) {
    case 'S1':
      return sum + 1;
    case 'S2':
      return sum * 10;
    case 'S3':
      return sum * 100;
    case 'S4':
      return sum;
    default:
      throw new Error(`${service.name} failed`);
  }
}
