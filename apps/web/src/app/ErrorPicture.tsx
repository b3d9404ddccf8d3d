import { Art } from '../shared/ui/Art.tsx';

export const ErrorPicture = () => <Art name="error" />;
