import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { api } from './api.js';

interface ApiState {
  api: ReturnType<typeof api.reducer>;
}

export type ApiThunk<R> = ThunkAction<R, ApiState, unknown, UnknownAction>;

export type ApiDispatch = ThunkDispatch<ApiState, unknown, UnknownAction>;

export const useApiDispatch = useDispatch.withTypes<ApiDispatch>();
